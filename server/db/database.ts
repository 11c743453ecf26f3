// What a database can do for the queries. One implementation per engine stands behind it. Statements
// are SQL that all engines know, with `?` for each value.
import type { SqlText } from './sql-text.ts';
import type { TableName, Tables } from './tables.ts';

type SqlValue = string | number | boolean | null | readonly string[];

export type Step = () => Promise<unknown>;

export interface Database {
  readonly engine: Engine;
  readonly dialect: Dialect;
  /** Whether others can write at the same time, so that locks are of use. */
  readonly isShared: boolean;
  /** Whether records are numbered as they arrive, over all brands; see creation-order.ts. */
  readonly keepsArrivalOrder: boolean;
  all<Row>(statement: string, ...values: SqlValue[]): Promise<Row[]>;
  first<Row>(statement: string, ...values: SqlValue[]): Promise<Row | undefined>;
  /**
   * What a select finds for each of these sets of values: one statement where the database is a journey away. Neither a
   * list nor a limit is a value there.
   */
  allOf<Row>(select: string, sets: readonly (readonly SqlValue[])[]): Promise<Row[]>;
  /** The number of rows that were changed. */
  run(statement: string, ...values: SqlValue[]): Promise<number>;
  /**
   * The same update for each of these sets of values, which locks its rows in their order; tells which of them changed
   * something. One statement where the database is a journey away.
   */
  updateEach(update: string, sets: readonly (readonly SqlValue[])[]): Promise<boolean[]>;
  /** Rows as arrays, in the order of the selected columns. */
  rows<Row extends unknown[]>(sql: SqlText): Promise<Row[]>;
  /** Many rows into one table, the cheapest way the engine has. */
  insertRows<T extends TableName>(table: T, rows: readonly Tables[T][]): Promise<void>;
  /** The same for rows that take the place of those with the same key, where there are such. */
  putRows<T extends TableName>(
    table: T,
    key: readonly (keyof Tables[T] & string)[],
    rows: readonly Tables[T][],
  ): Promise<void>;
  /** A script of the engine's own dialect, for migrations. */
  execute(script: string): Promise<void>;
  /** All or nothing; inside a transaction it is part of that one. */
  transaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
  /**
   * In a transaction, steps of which none needs what another brings: in this order, and none has an effect after one
   * that failed. Where the database is a journey away, their statements travel together.
   */
  inTurn(steps: readonly Step[]): Promise<void>;
  /**
   * Until the transaction ends, nobody else holds these. Returns those that could be had at once. Where only
   * one can write at a time, that is all of them.
   */
  tryLocks(names: readonly string[]): Promise<Set<string>>;
  /** The same, but waits for each. */
  waitForLocks(names: readonly string[]): Promise<void>;
  /** Tells all processes on this database, once the transaction is committed. They may miss it. */
  notify(subject: Subject, detail?: string): Promise<void>;
  readonly workItemSearch: SearchIndex;
  readonly addressSearch: SearchIndex;
  readonly customerSearch: SearchIndex;
  readonly upkeep: Upkeep;
  close(): Promise<void>;
}

export type Engine = 'sqlite' | 'postgres';

/** What others want to know of: a key or a session ended, there are jobs to do, a job (named by its id) was ended or put off, there are events (of the brand that is named). */
export type Subject = 'apiKeys' | 'sessions' | 'jobs' | 'jobEnded' | 'events';

/** Where the engines' languages differ. */
export interface Dialect {
  /** A time after all others, by which items without a planned start are sorted. */
  readonly noPlannedStart: string;
  /** After a select: nobody else changes these rows until the transaction ends. */
  readonly forUpdate: string;
  /** The same, but others may still refer to them meanwhile: who made work items of them waits for nobody. */
  readonly forNoKeyUpdate: string;
  /** After a select: rows that another transaction works on are left out, the others held. */
  readonly forUpdateSkipLocked: string;
  /** After a table: that index and no other, where the engine would not choose it by itself. */
  usingIndex(name: string): string;
  /** Adds the condition that a list of words has one of these. */
  addAnyTag(sql: SqlText, column: string, tags: readonly string[]): SqlText;
}

/** Words by which records of one kind are found. */
export interface SearchIndex {
  /** For the records that were inserted last, in the order of their insertion. */
  addNewest(entries: readonly SearchEntry[]): Promise<void>;
  /** For records whose words have changed. */
  replace(entries: readonly SearchEntry[]): Promise<void>;
  /** About how many records it covers, of all brands. */
  size(): Promise<number>;
  readonly finder: WordNumbers | WordMatches;
}

/** Where records are numbered as they arrive, the index has them in that order. */
export interface WordNumbers {
  readonly by: 'numbers';
  /**
   * The first few of the words, as the index is asked for them: for more it would read too much at once. Null when each has so
   * many rows there that putting them in order would take too long.
   */
  matchQueryFor(brandId: string, words: readonly string[]): Promise<string | null>;
  /** Of records that may have the words, in order: each has to be looked at, also for its brand. */
  numbersOf(question: string, range: NumberRange): Promise<number[]>;
}

interface NumberRange {
  /** The first. */
  from: number;
  descending: boolean;
  most: number;
}

/** Elsewhere all that have the words are found at once. */
export interface WordMatches {
  readonly by: 'matches';
  countMatches(brandId: string, words: readonly string[], most: number): Promise<number>;
  /** Adds to `from` the records with all the words, or words that begin with them, as `alias`. */
  addMatches(sql: SqlText, alias: string, brandId: string, words: readonly string[]): void;
}

interface SearchEntry {
  brandId: string;
  id: string;
  /** Some of them may be there twice. */
  words: readonly string[];
}

interface Upkeep {
  /** A piece of housekeeping, as the last step of a transaction that wrote so many records to the indexes. */
  tidyIndexes(written: number): void;
  /** The last step of a checkpoint, which only the one who writes can take. */
  finishCheckpoint(): void;
  /**
   * A bounded piece of what it takes until nothing that was deleted can be read in the files any more, as far
   * as the engine has it in hand. `busy` when somebody is in the way right now.
   */
  purgeDeleted(piece: 'first' | 'next'): Promise<'more' | 'busy' | 'done'>;
  /** Lets the engine look at tables that have grown a lot since it last did, if it does not by itself. */
  refreshStatistics(): Promise<void>;
  /** Commits something that changes nothing. A thorough probe needs about as much room as many leads, where that tells more. */
  probeWrite(isThorough: boolean): Promise<void>;
  checkIntegrity(): Promise<string[]>;
  version(): string;
}

/** The database cannot do its work now: a full disk, a lost connection, a lock held too long. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** It met a page that cannot be right. Coming back helps when the operator has restored a backup. */
export class DatabaseDamaged extends DatabaseUnavailable {
  override name = 'DatabaseDamaged';
}

/** A statement took longer than any may, and was ended. */
export class StatementTimeout extends DatabaseUnavailable {
  override name = 'StatementTimeout';
}

/** More is asked of it than can be done in time: nothing was begun. */
export class Overloaded extends DatabaseUnavailable {
  override name = 'Overloaded';

  // Thousands a second may be refused: where it was thrown is never of interest, and would cost more than the rest.
  constructor(message: string, options?: ErrorOptions) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = limit;
  }
}
