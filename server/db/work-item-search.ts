// A page of work items by what no index has in the order of the list: words, and most filters. They are looked through
// piece by piece, so that others can be served in between and a search ends when its time is over.
import type { Position } from '#core/requests/cursor.ts';
import { isWalkingOnCheaper, rareWords } from '#core/search/search-plan.ts';
import { isFoundBy, wordsOfWorkItem } from '#core/search/search-words.ts';
import { isCreationInArrivalOrder } from './creation-order.ts';
import type { Database } from './database.ts';
import type { RecordKey } from './record-key.ts';
import {
  findWindowEnd,
  readWorkItemKey,
  selectWorkItems,
  type WorkItemKeyRow,
  type WorkItemPageRequest,
} from './work-item-pages.ts';

/** A search under way: what was found, and how far it has come. */
export interface SearchSoFar {
  found: RecordKey[];
  after: Position | undefined;
  /** Records that were looked at. */
  looked: number;
  /** How many of them have each word. */
  hits: Record<string, number>;
  /** The words by which the index is asked; null while the list is walked. */
  indexWords: string[] | null;
}

type SearchStep = { keys: RecordKey[] } | { soFar: SearchSoFar } | 'too_broad';

const firstPiece = 100;
const pieceMax = 8_000;
// Of what the index names, each record is looked at.
const firstCandidates = 1_000;
const candidatesAtOnceMax = 4_000;
const candidatesMax = 40_000;

export function beginSearch(request: WorkItemPageRequest, words: readonly string[]): SearchSoFar {
  const hits = Object.fromEntries(words.map((word) => [word, 0]));
  return { found: [], after: request.after, looked: 0, hits, indexWords: null };
}

/** Goes on until the page is found or `isOver` says so, which is asked after each piece. */
export async function searchWorkItems(
  db: Database,
  request: WorkItemPageRequest,
  soFar: SearchSoFar,
  isOver: () => boolean,
): Promise<SearchStep> {
  const search = new Search(db, request, soFar);
  for (;;) {
    const step = await search.next();
    if (step === 'too_broad') return step;
    if (step === 'done') return { keys: search.soFar.found };
    if (isOver()) return { soFar: search.soFar };
  }
}

class Search {
  readonly soFar: SearchSoFar;
  readonly #db: Database;
  readonly #request: WorkItemPageRequest;
  readonly #words: readonly string[];

  constructor(db: Database, request: WorkItemPageRequest, soFar: SearchSoFar) {
    this.#db = db;
    this.#request = request;
    this.soFar = soFar;
    this.#words = Object.keys(soFar.hits);
  }

  async next(): Promise<'done' | 'more' | 'too_broad'> {
    return this.soFar.indexWords ? this.#askIndex(this.soFar.indexWords) : this.#walk();
  }

  /** Looks at the next piece of the list, each time a longer one. */
  async #walk(): Promise<'done' | 'more'> {
    const { soFar } = this;
    const piece = Math.min(Math.max(firstPiece, soFar.looked), pieceMax);
    const asked = { ...this.#request, after: soFar.after, limit: piece - 1 };
    const rows = await this.#db.rows<TextRow>(
      selectWorkItems(this.#db.dialect, asked, this.#texts, { nearest: piece }),
    );
    if (this.#sift(rows)) return 'done';
    const end = await findWindowEnd(this.#db, asked, piece);
    if (!end) return 'done';
    soFar.after = end;
    soFar.looked += piece;
    if (this.#words.length === 0) return 'more';
    const total = await this.#db.workItemSearch.size();
    const { looked: walked, hits } = soFar;
    const walk = { walked, hits, total, found: soFar.found.length, wanted: this.#wanted };
    if (!isWalkingOnCheaper(walk)) {
      soFar.indexWords = rareWords(walk);
      soFar.looked = 0;
    }
    return 'more';
  }

  /** Looks at what the index has for some of the words. */
  async #askIndex(words: readonly string[]): Promise<'done' | 'more' | 'too_broad'> {
    const { soFar } = this;
    const count = Math.min(Math.max(firstCandidates, soFar.looked), candidatesAtOnceMax);
    const asked = { ...this.#request, after: soFar.after, limit: count - 1 };
    const rows = await this.#db.rows<TextRow>(
      selectWorkItems(this.#db.dialect, asked, this.#texts, {
        index: this.#db.workItemSearch,
        words,
        isInArrivalOrder: await isCreationInArrivalOrder(this.#db),
      }),
    );
    if (this.#sift(rows) || rows.length < count) return 'done';
    soFar.after = positionOf(rows.at(-1)!);
    soFar.looked += rows.length;
    // The rare words bring too many to look at.
    soFar.indexWords = [...this.#words];
    return soFar.looked < candidatesMax ? 'more' : 'too_broad';
  }

  // One more than the page has, to see whether another follows.
  get #wanted(): number {
    return this.#request.limit + 1;
  }

  get #texts(): string[] {
    return this.#words.length > 0 ? textColumns : [];
  }

  /** Keeps the records that have all the words; true when the page is full. */
  #sift(rows: readonly TextRow[]): boolean {
    const { found } = this.soFar;
    for (const row of rows) {
      if (this.#hasAllWords(row) && found.push(readWorkItemKey(row)) === this.#wanted) return true;
    }
    return false;
  }

  #hasAllWords(row: TextRow): boolean {
    if (this.#words.length === 0) return true;
    const [title, description, name, email, phone] = row.slice(-textColumns.length) as string[];
    const words = wordsOfWorkItem(
      { title: title!, description: description! },
      { name: name!, email: email!, phone: phone! },
    );
    const { hits } = this.soFar;
    let hasAll = true;
    for (const word of this.#words) {
      if (words.some((own) => isFoundBy(word, own))) hits[word]!++;
      else hasAll = false;
    }
    return hasAll;
  }
}

const textColumns = ['w.title', 'w.description', 'c.name', 'c.email', 'c.phone'];

type TextRow = [...WorkItemKeyRow, ...texts: string[]];

function positionOf(row: TextRow): Position {
  const { id, sortValue } = readWorkItemKey(row);
  return { id, value: sortValue };
}
