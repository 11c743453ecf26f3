// The state of a scan, passed from chunk to chunk, and the sieve that adds to it.
import type { Position } from '#core/requests/cursor.ts';
import { matcherOf } from '#core/search/search-words.ts';
import {
  keyColumns,
  keyOfRow,
  type ListRow,
  type ListSource,
  mergePages,
  type RecordKey,
} from './list-source.ts';

/** A list request, with the state that the last chunk returned. */
export interface ScanRequest {
  soFar?: ScanState | undefined;
  /**
   * How many records a search may read in all. A record that the filters exclude counts as a tenth.
   */
  recordsMax: number;
}

/** How far a scan has come. */
export interface ScanState {
  found: RecordKey[];
  /** How many of `found` are final: no other record comes before `after`. */
  settled: number;
  after: Position | undefined;
  /** Records read so far by the current strategy. */
  recordsRead: number;
  /** The total cost so far. */
  effort: number;
  /** The size of the next chunk. */
  chunk: number;
  /** How many of them contain each word. */
  hits: Record<string, number>;
  way: Way;
  /** The deadline allows no further chunk: the page is what this one finds. */
  isLast?: boolean;
  /** How many values of a filter were read, where each is read on its own. */
  valuesRead?: number;
}

type Way =
  | { by: 'choice' }
  /** The index of a condition that few records meet. */
  | { by: 'few'; condition: number }
  | { by: 'walk' }
  /** The words have too many rows in the index. */
  | { by: 'walk on' }
  | { by: 'matches' }
  | NumberedWay;

export interface NumberedWay {
  by: 'numbers';
  /** Rarest first, by the walk's statistics. */
  words: string[];
  /** The match query, for some of the words. */
  matchQuery: string;
  /** Candidates that were not checked yet. */
  numbers: number[];
  /** Where the next read of the index begins; null at the end. */
  from: number | null;
  /** Whether candidates come in list order. */
  isInOrder: boolean;
}

/** Starts a time slice; the result tells whether it is over. */
export type StartTimer = () => () => boolean;

const chunkMin = 25;
// Texts are checked here, filters by the database.
const textChunkMax = 1_000;
const filterChunkMax = 4_000;
// Reading the clock costs as much as checking a short text.
const rowsBetweenClockReads = 10;

export class Sieve {
  readonly #asked: ListSource;
  readonly #soFar: ScanState;
  readonly #startTimer: StartTimer;
  readonly #matchers: (readonly [word: string, isIn: ReturnType<typeof matcherOf>])[];

  constructor(asked: ListSource, soFar: ScanState, startTimer: StartTimer) {
    this.#asked = asked;
    this.#soFar = soFar;
    this.#startTimer = startTimer;
    this.#matchers = asked.words.map((word) => [word, matcherOf(word)]);
  }

  /**
   * Keeps records that have all the words, until the page is full or the time slice is over. Adapts
   * the size of the next chunk. Out of list order, it keeps the records that come first in the
   * list.
   */
  sift(
    rows: readonly ListRow[],
    isInOrder = true,
  ): { outcome: 'full' | 'all' | 'part'; last?: ListRow } {
    const soFar = this.#soFar;
    // The time slice starts here: the duration of the statement says nothing about the speed of
    // checking.
    const isOver = this.#startTimer();
    for (const [index, row] of rows.entries()) {
      if (this.#hasAllWords(row) && this.#keep(row, isInOrder)) return { outcome: 'full' };
      const isLast = index === rows.length - 1;
      if (!isLast && index % rowsBetweenClockReads === 0 && isOver()) {
        soFar.chunk = Math.max(chunkMin, Math.floor(soFar.chunk / 2));
        return { outcome: 'part', last: row };
      }
    }
    const most = this.#asked.words.length > 0 ? textChunkMax : filterChunkMax;
    soFar.chunk = Math.min(soFar.chunk * 2, most);
    return { outcome: 'all' };
  }

  /** Returns whether the page is final. */
  #keep(row: ListRow, isInOrder: boolean): boolean {
    const soFar = this.#soFar;
    soFar.found.push(keyOfRow(row));
    // One extra record tells whether another page follows.
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
    for (const [word, isIn] of this.#matchers) {
      if (isIn(own)) hits[word]!++;
      else hasAll = false;
    }
    return hasAll;
  }
}
