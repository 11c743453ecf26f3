// A page of work items that have all the words asked for.
import type { Position } from '#core/requests/cursor.ts';
import { isWalkingOnCheaper, rareWords, type WalkSoFar } from '#core/search/search-plan.ts';
import { isFoundBy, wordsOfWorkItem } from '#core/search/search-words.ts';
import { isCreationInArrivalOrder } from './creation-order.ts';
import type { Database } from './database.ts';
import type { RecordKey } from './record-key.ts';
import {
  readWorkItemKey,
  selectWorkItems,
  type WorkItemKeyRow,
  type WorkItemPageRequest,
} from './work-item-pages.ts';

const firstWalk = 100;
const candidatesMax = 1_000;

export async function searchWorkItemPage(
  db: Database,
  request: WorkItemPageRequest,
  words: readonly string[],
): Promise<RecordKey[]> {
  const search = new Search(db, request, words);
  const walk = await search.walk();
  if (walk === 'done') return search.found;

  // First by the rare words alone: a common one costs the index much and narrows little. When that
  // brings too many records to look at, by all words together.
  const rare = rareWords(walk);
  const isWorthwhile = rare.length > 0 && rare.length < words.length;
  if (isWorthwhile && (await search.lookThrough(rare)) === 'done') return search.found;
  return search.takeAll();
}

/** One search under way: what it has found so far, and how far in the list it has come. */
class Search {
  readonly found: RecordKey[] = [];
  readonly #db: Database;
  readonly #request: WorkItemPageRequest;
  readonly #words: readonly string[];
  readonly #hits: Map<string, number>;
  #after: Position | undefined;

  constructor(db: Database, request: WorkItemPageRequest, words: readonly string[]) {
    this.#db = db;
    this.#request = request;
    this.#words = words;
    this.#hits = new Map(words.map((word) => [word, 0]));
    this.#after = request.after;
  }

  /** Walks the list for as long as that is the cheaper way. */
  async walk(): Promise<WalkSoFar | 'done'> {
    const total = await this.#db.workItemSearch.size();
    let walked = 0;
    for (let size = firstWalk; ; size *= 2) {
      const rows = await this.#read(size);
      if (this.#sift(rows) || rows.length < size) return 'done';
      walked += rows.length;
      const walk: WalkSoFar = {
        walked,
        found: this.found.length,
        wanted: this.#wanted,
        hits: this.#hits,
        total,
      };
      if (!isWalkingOnCheaper(walk)) return walk;
    }
  }

  /** Looks at a bounded number of records that the index has for some of the words. */
  async lookThrough(words: readonly string[]): Promise<'done' | 'more'> {
    const rows = await this.#read(candidatesMax, words);
    return this.#sift(rows) || rows.length < candidatesMax ? 'done' : 'more';
  }

  /** Takes the rest of the page from the index, which knows all the words. */
  async takeAll(): Promise<RecordKey[]> {
    const rows = await this.#read(this.#wanted - this.found.length, this.#words);
    this.found.push(...rows.map(readWorkItemKey));
    return this.found;
  }

  // One more than the page has, to see whether another follows.
  get #wanted(): number {
    return this.#request.limit + 1;
  }

  async #read(count: number, words?: readonly string[]): Promise<TextRow[]> {
    const request = { ...this.#request, after: this.#after, limit: count - 1 };
    const texts = ['w.title', 'w.description', 'c.name', 'c.email', 'c.phone'];
    const source = words && {
      index: this.#db.workItemSearch,
      words,
      isInArrivalOrder: await isCreationInArrivalOrder(this.#db),
    };
    const rows = await this.#db.rows<TextRow>(
      selectWorkItems(this.#db.dialect, request, texts, source),
    );
    if (rows.length > 0) this.#after = positionOf(rows.at(-1)!);
    return rows;
  }

  /** Keeps the records that have all the words; true when the page is full. */
  #sift(rows: TextRow[]): boolean {
    for (const row of rows) {
      if (this.#hasAllWords(row) && this.found.push(readWorkItemKey(row)) === this.#wanted) {
        return true;
      }
    }
    return false;
  }

  #hasAllWords(row: TextRow): boolean {
    const [title, description, name, email, phone] = row.slice(-5) as string[];
    const words = wordsOfWorkItem(
      { title: title!, description: description! },
      { name: name!, email: email!, phone: phone! },
    );
    let hasAll = true;
    for (const word of this.#words) {
      if (words.some((own) => isFoundBy(word, own)))
        this.#hits.set(word, this.#hits.get(word)! + 1);
      else hasAll = false;
    }
    return hasAll;
  }
}

type TextRow = [...WorkItemKeyRow, ...texts: string[]];

function positionOf(row: TextRow): Position {
  const { id, sortValue } = readWorkItemKey(row);
  return { id, value: sortValue };
}
