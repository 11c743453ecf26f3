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
  /** How many are looked at next. */
  piece: number;
  /** How many of them have each word. */
  hits: Record<string, number>;
  /** The words by which the index is asked; null while the list is walked. */
  indexWords: string[] | null;
}

/** Where a page ends early, `next` is where the list goes on. */
type SearchStep = { keys: RecordKey[]; next?: Position } | { soFar: SearchSoFar } | 'too_broad';

const pieceMin = 25;
const firstPiece = 100;
// Where they are looked at here, by their texts, and where the database does it by their filters.
const textPieceMax = 2_000;
const filterPieceMax = 8_000;
// Of what the index names for the rare words alone; then for all.
const rareCandidatesMax = 1_000;
const candidatesMax = 40_000;
// Asking for the time costs as much as looking at a short text.
const rowsBetweenLooks = 10;

export function beginSearch(request: WorkItemPageRequest, words: readonly string[]): SearchSoFar {
  const hits = Object.fromEntries(words.map((word) => [word, 0]));
  const { after } = request;
  return { found: [], after, looked: 0, piece: firstPiece, hits, indexWords: null };
}

/** Begins to measure, and tells whether the time for one piece of work is over. */
type StartTimer = () => () => boolean;

/** Goes on until the page is found or the time is over. */
export async function searchWorkItems(
  db: Database,
  request: WorkItemPageRequest,
  soFar: SearchSoFar,
  startTimer: StartTimer,
): Promise<SearchStep> {
  const search = new Search(db, request, soFar, startTimer);
  const isOver = startTimer();
  for (;;) {
    const step = await search.next();
    const { found, after } = soFar;
    if (step === 'done') return { keys: found };
    // What was found is a page, if a short one.
    if (step === 'too_broad')
      return found.length > 0 && after ? { keys: found, next: after } : step;
    if (isOver()) return { soFar };
  }
}

class Search {
  readonly #soFar: SearchSoFar;
  readonly #db: Database;
  readonly #request: WorkItemPageRequest;
  readonly #words: readonly string[];
  readonly #startTimer: StartTimer;

  constructor(
    db: Database,
    request: WorkItemPageRequest,
    soFar: SearchSoFar,
    startTimer: StartTimer,
  ) {
    this.#db = db;
    this.#request = request;
    this.#soFar = soFar;
    this.#words = Object.keys(soFar.hits);
    this.#startTimer = startTimer;
  }

  async next(): Promise<'done' | 'more' | 'too_broad'> {
    const { indexWords } = this.#soFar;
    return indexWords ? this.#askIndex(indexWords) : this.#walk();
  }

  /** Looks at the next piece of the list. Where it ends is asked first: what changes meanwhile moves nothing out of it. */
  async #walk(): Promise<'done' | 'more'> {
    const soFar = this.#soFar;
    const { piece, after } = soFar;
    const asked = { ...this.#request, after };
    const end = await findWindowEnd(this.#db, asked, piece);
    const rows = await this.#db.rows<TextRow>(
      selectWorkItems(this.#db.dialect, { ...asked, limit: wholePiece }, this.#texts, {
        upTo: end ?? null,
      }),
    );
    const outcome = this.#sift(rows);
    if (outcome === 'full') return 'done';
    if (outcome === 'all') {
      if (!end) return 'done';
      soFar.after = end;
    }
    soFar.looked += piece;
    if (this.#words.length > 0 && outcome === 'all') await this.#chooseWay();
    return 'more';
  }

  async #chooseWay(): Promise<void> {
    const soFar = this.#soFar;
    const total = await this.#db.workItemSearch.size();
    const { looked: walked, hits, found } = soFar;
    const walk = { walked, hits, total, found: found.length, wanted: this.#wanted };
    if (isWalkingOnCheaper(walk)) return;
    soFar.indexWords = rareWords(walk);
    soFar.looked = 0;
  }

  /** Looks at what the index has for some of the words. */
  async #askIndex(words: readonly string[]): Promise<'done' | 'more' | 'too_broad'> {
    const soFar = this.#soFar;
    const { piece, after } = soFar;
    const asked = { ...this.#request, after, limit: piece - 1 };
    const rows = await this.#db.rows<TextRow>(
      selectWorkItems(this.#db.dialect, asked, this.#texts, {
        index: this.#db.workItemSearch,
        words,
        isInArrivalOrder: await isCreationInArrivalOrder(this.#db),
      }),
    );
    const outcome = this.#sift(rows);
    if (outcome === 'full') return 'done';
    if (outcome === 'all') {
      if (rows.length < piece) return 'done';
      soFar.after = positionOf(rows.at(-1)!);
    }
    soFar.looked += rows.length;
    // The rare words bring too many to look at.
    if (soFar.looked >= rareCandidatesMax) soFar.indexWords = [...this.#words];
    return soFar.looked < candidatesMax ? 'more' : 'too_broad';
  }

  // One more than the page has, to see whether another follows.
  get #wanted(): number {
    return this.#request.limit + 1;
  }

  get #texts(): string[] {
    return this.#words.length > 0 ? textColumns : [];
  }

  /**
   * Keeps the records that have all the words, until the page is full or the time over. The next piece is as long as this
   * one shows to be possible.
   */
  #sift(rows: readonly TextRow[]): 'full' | 'all' | 'part' {
    const soFar = this.#soFar;
    // From here: how long the database took for the rows says nothing of how many can be looked at.
    const isOver = this.#startTimer();
    for (const [index, row] of rows.entries()) {
      if (this.#hasAllWords(row) && soFar.found.push(readWorkItemKey(row)) === this.#wanted) {
        return 'full';
      }
      const isLast = index === rows.length - 1;
      if (!isLast && index % rowsBetweenLooks === 0 && isOver()) {
        soFar.after = positionOf(row);
        soFar.piece = Math.max(pieceMin, Math.floor(soFar.piece / 2));
        return 'part';
      }
    }
    const most = this.#words.length > 0 ? textPieceMax : filterPieceMax;
    soFar.piece = Math.min(soFar.piece * 2, most);
    return 'all';
  }

  #hasAllWords(row: TextRow): boolean {
    if (this.#words.length === 0) return true;
    const [title, description, name, email, phone] = row.slice(-textColumns.length) as string[];
    const words = wordsOfWorkItem(
      { title: title!, description: description! },
      { name: name!, email: email!, phone: phone! },
    );
    const { hits } = this.#soFar;
    let hasAll = true;
    for (const word of this.#words) {
      if (words.some((own) => isFoundBy(word, own))) hits[word]!++;
      else hasAll = false;
    }
    return hasAll;
  }
}

// However many there are: where it ends is told by its end.
const wholePiece = Number.MAX_SAFE_INTEGER - 1;

const textColumns = ['w.title', 'w.description', 'c.name', 'c.email', 'c.phone'];

type TextRow = [...WorkItemKeyRow, ...texts: string[]];

function positionOf(row: TextRow): Position {
  const { id, sortValue } = readWorkItemKey(row);
  return { id, value: sortValue };
}
