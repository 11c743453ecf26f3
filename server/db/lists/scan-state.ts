// What a search has found and how far it has come, carried from one piece to the next; and the sieve that adds to it.
import type { Position } from '#core/requests/cursor.ts';
import { matchesQueryWord } from '#core/search/search-words.ts';
import {
  keyColumns,
  keyOfRow,
  type ListRow,
  type ListSource,
  mergePages,
  type RecordKey,
} from './list-source.ts';

/** Of a list that is asked for piece by piece: with what the last answer told of how far it has come. */
export interface ScanRequest {
  soFar?: ScanState | undefined;
  /** How many records a search may look at in all. One that its filters rule out counts for a tenth. */
  recordsMax: number;
}

/** How far a search has come. */
export interface ScanState {
  found: RecordKey[];
  /** So many of them are all there is up to `after`. */
  settled: number;
  after: Position | undefined;
  /** Records that were looked at, in this way. */
  looked: number;
  /** What that took, in all. */
  effort: number;
  /** How many are looked at next. */
  piece: number;
  /** How many of them have each word. */
  hits: Record<string, number>;
  way: Way;
  /** There is no time for another piece: what is found with this one is the page. */
  isLast?: boolean;
  /** Where each value of a filter is read by itself: how many were. */
  valuesRead?: number;
}

type Way =
  | { by: 'choice' }
  /** Of the conditions that few records meet. */
  | { by: 'few'; condition: number }
  | { by: 'walk' }
  /** The words have too much in the index to ask it for them. */
  | { by: 'walk on' }
  | { by: 'matches' }
  | NumberedWay;

export interface NumberedWay {
  by: 'numbers';
  /** The rarest first, as the walk has shown. */
  words: string[];
  /** The index is asked for some of them. */
  question: string;
  /** What the index has named, and was not looked at yet. */
  numbers: number[];
  /** The number from which the index has to be asked for more; null when there are none. */
  from: number | null;
  /** Numbers are in the order of the list. */
  isInOrder: boolean;
}

/** Begins to measure, and tells whether the time for one piece of work is over. */
export type StartTimer = () => () => boolean;

const pieceMin = 25;
// Where records are looked at here, by their texts, and where the database does it by their filters.
const textPieceMax = 1_000;
const filterPieceMax = 4_000;
// Asking for the time costs as much as looking at a short text.
const rowsBetweenLooks = 10;

export class Sieve {
  readonly #asked: ListSource;
  readonly #soFar: ScanState;
  readonly #startTimer: StartTimer;

  constructor(asked: ListSource, soFar: ScanState, startTimer: StartTimer) {
    this.#asked = asked;
    this.#soFar = soFar;
    this.#startTimer = startTimer;
  }

  /**
   * Keeps the records that have all the words, until the page is full or the time over. The next piece is as long as this
   * one shows to be possible. In another order than that of the list, those that come first in it are kept.
   */
  sift(
    rows: readonly ListRow[],
    isInOrder = true,
  ): { outcome: 'full' | 'all' | 'part'; last?: ListRow } {
    const soFar = this.#soFar;
    // From here: how long the database took for the rows says nothing of how many can be looked at.
    const isOver = this.#startTimer();
    for (const [index, row] of rows.entries()) {
      if (this.#hasAllWords(row) && this.#keep(row, isInOrder)) return { outcome: 'full' };
      const isLast = index === rows.length - 1;
      if (!isLast && index % rowsBetweenLooks === 0 && isOver()) {
        soFar.piece = Math.max(pieceMin, Math.floor(soFar.piece / 2));
        return { outcome: 'part', last: row };
      }
    }
    const most = this.#asked.words.length > 0 ? textPieceMax : filterPieceMax;
    soFar.piece = Math.min(soFar.piece * 2, most);
    return { outcome: 'all' };
  }

  /** Whether no other can come before those that were found. */
  #keep(row: ListRow, isInOrder: boolean): boolean {
    const soFar = this.#soFar;
    soFar.found.push(keyOfRow(row));
    // One more than the page has, to see whether another follows.
    const wanted = this.#asked.limit + 1;
    if (isInOrder) return soFar.found.length === wanted;
    if (soFar.found.length >= 2 * wanted) soFar.found = mergePages([soFar.found], this.#asked);
    return false;
  }

  #hasAllWords(row: ListRow): boolean {
    if (this.#asked.words.length === 0) return true;
    const textsEnd = keyColumns + this.#asked.texts.length;
    const own = this.#asked.wordsOf(row.slice(keyColumns, textsEnd) as string[]);
    const { hits } = this.#soFar;
    let hasAll = true;
    for (const word of this.#asked.words) {
      if (own.some((stored) => matchesQueryWord(word, stored))) hits[word]!++;
      else hasAll = false;
    }
    return hasAll;
  }
}
