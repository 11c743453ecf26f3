// Finds a page that no index has in list order: words, and most filters. The scan runs in chunks,
// so that other requests are served in between, no statement reads more than a chunk, and a search
// ends at its deadline.
import type { Position } from '#core/requests/cursor.ts';
import { isScanCheaper, rareWords, rarestFirst } from '#core/search/search-plan.ts';
import { isCreationInArrivalOrder } from './creation-order.ts';
import type { Database, WordMatches, WordNumbers } from '../database.ts';
import {
  areFew,
  findEnd,
  keyOfRow,
  type ListRow,
  type ListSource,
  mergePages,
  numberOf,
  positionOfNumber,
  readBetween,
  readFew,
  readMatches,
  readNumbered,
  type RecordKey,
} from './list-source.ts';
import { type ScanState, type NumberedWay, Sieve, type StartTimer } from './scan-state.ts';

/** `next` is where the list continues after a short page. */
export type ScanStep =
  | { keys: readonly RecordKey[]; next?: Position }
  | { soFar: ScanState }
  | 'too_broad';

const firstChunk = 100;
const walkChunk = 1_000;
const fewMax = 1_000;
const numbersAtOnce = 5_000;
// Up to so many candidates are taken from the rare words alone; then the other words are added.
const rareCandidatesMax = 1_000;
// So many matches can be sorted at once.
const matchesMax = 40_000;
// The cost of a record that the filters exclude, relative to reading its text.
const effortOfFiltered = 0.1;

export function beginScan({ after, words }: Pick<ListSource, 'after' | 'words'>): ScanState {
  const hits = Object.fromEntries(words.map((word) => [word, 0]));
  const way = { by: 'choice' } as const;
  return { found: [], settled: 0, after, recordsRead: 0, effort: 0, chunk: firstChunk, hits, way };
}

/** Continues after what one statement has found, or begins at the start. */
export function resumeWalk(
  source: ListSource,
  keys: readonly RecordKey[] = [],
  after = source.after,
): ScanState {
  const soFar = { ...beginScan(source), found: [...keys], settled: keys.length, after };
  return { ...soFar, chunk: walkChunk, way: { by: 'walk' } };
}

/** Scans until the page is full or the time slice is over. */
export async function scanList(
  db: Database,
  source: ListSource,
  soFar: ScanState,
  { recordsMax, startTimer }: { recordsMax: number; startTimer: StartTimer },
): Promise<ScanStep> {
  const scan = new Scan(db, source, soFar, { recordsMax, startTimer });
  const isOver = startTimer();
  for (;;) {
    const step = await scan.next();
    const { found, isLast } = soFar;
    if (step === 'done') return { keys: isSorted(soFar) ? found : mergePages([found], source) };
    const page = shortPage(source, soFar);
    if (step === 'too_broad') return page ?? step;
    if (isLast && page) return page;
    // Without words each chunk advances; if none ended with a page, the list could never be read.
    if (isLast && source.words.length === 0) continue;
    if (isLast || step === 'later' || isOver()) return { soFar };
  }
}

/** What was found so far. It may be empty without words, or if a previous page led here. */
function shortPage(source: ListSource, { found, settled, after }: ScanState): ScanStep | undefined {
  const isFurther = after !== undefined && after.id !== source.after?.id;
  const mayBeEmpty = source.words.length === 0 || source.after !== undefined;
  if (!isFurther || (settled === 0 && !mayBeEmpty)) return undefined;
  return { keys: found.slice(0, settled), next: after };
}

// Records from the walk come first, whatever follows.
function isSorted({ way }: ScanState): boolean {
  return way.by !== 'numbers' || way.isInOrder;
}

type Progress = 'done' | 'more' | 'later' | 'too_broad';

class Scan {
  readonly #soFar: ScanState;
  readonly #db: Database;
  readonly #asked: ListSource;
  readonly #sieve: Sieve;
  readonly #effortMax: number;

  constructor(
    db: Database,
    asked: ListSource,
    soFar: ScanState,
    { recordsMax, startTimer }: { recordsMax: number; startTimer: StartTimer },
  ) {
    this.#db = db;
    this.#asked = asked;
    this.#soFar = soFar;
    this.#sieve = new Sieve(asked, soFar, startTimer);
    this.#effortMax = recordsMax;
  }

  next(): Promise<Progress> {
    const { way } = this.#soFar;
    switch (way.by) {
      case 'choice':
        return this.#choose();
      case 'few':
        return this.#gather(way.condition);
      case 'walk':
      case 'walk on':
        return this.#walk();
      case 'matches':
        return this.#takeMatches(this.#asked.index.finder as WordMatches);
      case 'numbers':
        return this.#checkCandidates(way, this.#asked.index.finder as WordNumbers);
    }
  }

  async #choose(): Promise<Progress> {
    const { few } = this.#asked;
    for (const [condition, addCondition] of few.entries()) {
      if (!(await areFew(this.#db, this.#asked, addCondition, fewMax))) continue;
      this.#soFar.way = { by: 'few', condition };
      return 'more';
    }
    this.#soFar.way = { by: 'walk' };
    // A scan that takes longer than expected is queued again as a search.
    return few.length > 0 ? 'later' : 'more';
  }

  async #gather(condition: number): Promise<Progress> {
    const rows = await readFew(this.#db, this.#rest, this.#asked.few[condition]!);
    const { outcome, last } = this.#sieve.sift(rows);
    if (outcome !== 'part') return 'done';
    this.#goOnBehind(last!);
    return 'more';
  }

  /**
   * Scans the next chunk. Its end is read first, so that concurrent changes move no record out of
   * it.
   */
  async #walk(): Promise<Progress> {
    const soFar = this.#soFar;
    const { chunk } = soFar;
    const end = await findEnd(this.#db, this.#rest, chunk);
    const rows = await readBetween(this.#db, this.#rest, end ?? null);
    const { outcome, last } = this.#sieve.sift(rows);
    if (outcome === 'full') return 'done';
    this.#note(chunk, rows);
    if (outcome === 'part') {
      this.#goOnBehind(last!);
      return 'more';
    }
    if (!end) return 'done';
    soFar.after = end;
    soFar.settled = soFar.found.length;
    if (soFar.way.by === 'walk on') return soFar.effort < this.#effortMax ? 'more' : 'too_broad';
    if (this.#words.length > 0) await this.#chooseByWords();
    return 'more';
  }

  #goOnBehind(row: ListRow): void {
    const { id, sortValue } = keyOfRow(row);
    this.#soFar.after = { id, value: sortValue };
    this.#soFar.settled = this.#soFar.found.length;
  }

  async #chooseByWords(): Promise<void> {
    const soFar = this.#soFar;
    const { index } = this.#asked;
    const { recordsRead: walked, hits, found } = soFar;
    const total = await index.size();
    const walk = { walked, hits, total, found: found.length, wanted: this.#asked.limit + 1 };
    if (isScanCheaper(walk)) return;
    if (index.finder.by === 'matches') soFar.way = { by: 'matches' };
    else await this.#beginNumbers(index.finder, rareWords(walk));
  }

  async #beginNumbers(finder: WordNumbers, rare: readonly string[]): Promise<void> {
    const soFar = this.#soFar;
    const { brandId, isByCreation } = this.#asked;
    const words = rarestFirst(soFar.hits);
    const matchQuery =
      (await finder.matchQueryFor(brandId, rare)) ?? (await finder.matchQueryFor(brandId, words));
    if (matchQuery === null) {
      soFar.way = { by: 'walk on' };
      return;
    }
    const isInOrder = isByCreation && (await isCreationInArrivalOrder(this.#db));
    const from = await this.#firstNumber(isInOrder);
    soFar.way = { by: 'numbers', words, matchQuery, numbers: [], from, isInOrder };
    soFar.recordsRead = 0;
  }

  async #firstNumber(isInOrder: boolean): Promise<number> {
    const { descending } = this.#asked.sort;
    const { after } = this.#soFar;
    const behind = isInOrder && after ? await numberOf(this.#db, this.#asked, after.id) : undefined;
    if (behind !== undefined) return nextTo(behind, descending);
    return descending ? Number.MAX_SAFE_INTEGER : 0;
  }

  /** Checks the candidates that the index returns for some of the words. */
  async #checkCandidates(way: NumberedWay, finder: WordNumbers): Promise<Progress> {
    const soFar = this.#soFar;
    if (way.numbers.length === 0) {
      if (way.from === null) return 'done';
      await this.#readCandidates(way, way.from, finder);
      return 'more';
    }
    const chunk = way.numbers.slice(0, soFar.chunk);
    const rows = await readNumbered(this.#db, this.#rest, chunk);
    const { outcome, last } = this.#sieve.sift(rows, way.isInOrder);
    if (outcome === 'full') return 'done';
    const reached = outcome === 'part' ? (last!.at(-1) as number) : chunk.at(-1)!;
    way.numbers.splice(0, way.numbers.indexOf(reached) + 1);
    const readBefore = soFar.recordsRead;
    this.#note(chunk.length, rows);
    if (soFar.effort >= this.#effortMax) return this.#endEarly(way, reached);
    // The rare words have too many candidates.
    if (readBefore < rareCandidatesMax && soFar.recordsRead >= rareCandidatesMax) {
      way.matchQuery =
        (await finder.matchQueryFor(this.#asked.brandId, way.words)) ?? way.matchQuery;
    }
    return 'more';
  }

  async #readCandidates(way: NumberedWay, from: number, finder: WordNumbers): Promise<void> {
    const { descending } = this.#asked.sort;
    const range = { from, descending, most: numbersAtOnce };
    way.numbers = await finder.numbersOf(way.matchQuery, range);
    const isLast = way.numbers.length < numbersAtOnce;
    way.from = isLast ? null : nextTo(way.numbers.at(-1)!, descending);
  }

  async #endEarly({ isInOrder }: NumberedWay, reached: number): Promise<'too_broad'> {
    const soFar = this.#soFar;
    const position = isInOrder && (await positionOfNumber(this.#db, this.#asked, reached));
    if (position) {
      soFar.after = position;
      soFar.settled = soFar.found.length;
    }
    return 'too_broad';
  }

  /** The index finds the whole page, unless there are too many matches. */
  async #takeMatches(finder: WordMatches): Promise<Progress> {
    const { brandId, as } = this.#asked;
    const { found } = this.#soFar;
    const words = this.#words;
    if ((await finder.countMatches(brandId, words, matchesMax)) > matchesMax) {
      this.#soFar.way = { by: 'walk on' };
      return 'more';
    }
    const rest = { ...this.#rest, limit: this.#asked.limit - found.length };
    const keys = await readMatches(this.#db, rest, (sql) =>
      finder.addMatches(sql, as, brandId, words),
    );
    found.push(...keys);
    return 'done';
  }

  #note(recordsRead: number, { length }: readonly ListRow[]): void {
    this.#soFar.recordsRead += recordsRead;
    this.#soFar.effort += length + Math.max(0, recordsRead - length) * effortOfFiltered;
  }

  get #rest(): ListSource {
    return { ...this.#asked, after: this.#soFar.after };
  }

  get #words(): readonly string[] {
    return this.#asked.words;
  }
}

function nextTo(number: number, descending: boolean): number {
  return descending ? number - 1 : number + 1;
}
