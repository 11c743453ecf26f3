// The database interface of the queries, implemented once per engine. Statements are SQL that both
// engines understand, with `?` for each value.
import type { SqlText } from './sql-text.ts';
import type { TableName, Tables } from './tables.ts';

type SqlValue = string | number | boolean | null | readonly string[];

export type Step = () => Promise<unknown>;

export interface Database {
  readonly engine: Engine;
  readonly dialect: Dialect;
  /** Whether other processes write concurrently, so that locks are needed. */
  readonly isShared: boolean;
  /** Whether `seq` numbers records in order of arrival across brands; see creation-order.ts. */
  readonly keepsArrivalOrder: boolean;
  all<Row>(statement: string, ...values: SqlValue[]): Promise<Row[]>;
  first<Row>(statement: string, ...values: SqlValue[]): Promise<Row | undefined>;
  /**
   * Runs a select for each set of values; on PostgreSQL in one round trip. Lists and limits cannot
   * be values here.
   */
  allOf<Row>(select: string, sets: readonly (readonly SqlValue[])[]): Promise<Row[]>;
  /** Returns the number of changed rows. */
  run(statement: string, ...values: SqlValue[]): Promise<number>;
  /**
   * Runs an update for each set of values; on PostgreSQL in one round trip. Rows are locked in the
   * order of the sets. Returns for each set whether it changed a row.
   */
  updateEach(update: string, sets: readonly (readonly SqlValue[])[]): Promise<boolean[]>;
  /** Rows as arrays, in the order of the selected columns. */
  rows<Row extends unknown[]>(sql: SqlText): Promise<Row[]>;
  /** Bulk insert. */
  insertRows<T extends TableName>(table: T, rows: readonly Tables[T][]): Promise<void>;
  /** Bulk upsert: replaces rows with the same key. */
  putRows<T extends TableName>(
    table: T,
    key: readonly (keyof Tables[T] & string)[],
    rows: readonly Tables[T][],
  ): Promise<void>;
  /** Runs a script in the engine's own dialect, for migrations. */
  execute(script: string): Promise<void>;
  /** A nested transaction is part of the outer one. */
  transaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
  /**
   * Runs independent steps of a transaction, pipelined on PostgreSQL. Statements keep their order,
   * and none has an effect after a failed one.
   */
  inTurn(steps: readonly Step[]): Promise<void>;
  /**
   * Takes advisory locks until the transaction ends, without waiting. Returns the locks that were
   * free. SQLite has one writer, which gets all.
   */
  tryLocks(names: readonly string[]): Promise<Set<string>>;
  /** The same, but waits for each lock. */
  waitForLocks(names: readonly string[]): Promise<void>;
  /** Notifies all processes on this database after the commit. Notifications can be lost. */
  notify(subject: Subject, detail?: string): Promise<void>;
  readonly workItemSearch: SearchIndex;
  readonly addressSearch: SearchIndex;
  readonly customerSearch: SearchIndex;
  readonly upkeep: Upkeep;
  close(): Promise<void>;
}

export type Engine = 'sqlite' | 'postgres';

/**
 * Topics of notifications. `jobEnded` names the job that ended or was deferred, `events` the brand.
 */
export type Subject = 'apiKeys' | 'sessions' | 'jobs' | 'jobEnded' | 'events';

/** Where the engines' SQL differs. */
export interface Dialect {
  /** Sorts after every time, for items without a planned start. */
  readonly noPlannedStart: string;
  /** Grows with the priority, then with the time since the lead was received. */
  readonly urgency: string;
  /** Locks the selected rows until the transaction ends. */
  readonly forUpdate: string;
  /** The same, but other transactions may still insert rows that reference these. */
  readonly forNoKeyUpdate: string;
  readonly forShare: string;
  /** Locks the selected rows, except those that another transaction has locked. */
  readonly forUpdateSkipLocked: string;
  /** Forces an index that the engine would not choose by itself. */
  usingIndex(name: string): string;
  /** Adds the condition that a list of tags contains one of these. */
  addAnyTag(sql: SqlText, column: string, tags: readonly string[]): SqlText;
}

/** The word index of one kind of record. */
export interface SearchIndex {
  /** Adds the records inserted last, in insertion order. */
  addNewest(entries: readonly SearchEntry[]): Promise<void>;
  /** Replaces the words of changed records. */
  replace(entries: readonly SearchEntry[]): Promise<void>;
  /** Call before the records themselves are deleted. */
  remove(records: readonly Pick<SearchEntry, 'brandId' | 'id'>[]): Promise<void>;
  /** The approximate number of records of all brands. */
  size(): Promise<number>;
  readonly finder: WordNumbers | WordMatches;
}

/** SQLite: the index returns the `seq` of records, in order of arrival. */
export interface WordNumbers {
  readonly by: 'numbers';
  /**
   * Builds a match query for the first few words; more would read too much at once. Null when each
   * word has too many rows to sort in time.
   */
  matchQueryFor(brandId: string, words: readonly string[]): Promise<string | null>;
  /** Returns candidates in order. The caller checks their words and their brand. */
  numbersOf(matchQuery: string, range: NumberRange): Promise<number[]>;
}

interface NumberRange {
  /** The first `seq`. */
  from: number;
  descending: boolean;
  most: number;
}

/** PostgreSQL: the index finds all matches at once. */
export interface WordMatches {
  readonly by: 'matches';
  countMatches(brandId: string, words: readonly string[], most: number): Promise<number>;
  /**
   * Adds a `from` item `alias` with the records that have all the words, or words that begin with
   * them.
   */
  addMatches(sql: SqlText, alias: string, brandId: string, words: readonly string[]): void;
}

interface SearchEntry {
  brandId: string;
  id: string;
  /** May contain duplicates. */
  words: readonly string[];
}

interface Upkeep {
  /**
   * Merges a bit of the word indexes, as the last step of a transaction that indexed `written`
   * records.
   */
  tidyIndexes(written: number): void;
  /** The last step of a checkpoint, which only the writer can take. */
  finishCheckpoint(): void;
  /** Purges deleted data from the files in bounded steps. `busy` when a reader blocks it. */
  purgeDeleted(piece: 'first' | 'next'): Promise<'more' | 'busy' | 'done'>;
  /** Analyzes tables that have grown, where the engine does not do so soon enough. */
  refreshStatistics(): Promise<void>;
  /** Commits a write without effect. A thorough probe needs as much disk space as many leads. */
  probeWrite(isThorough: boolean): Promise<void>;
  checkIntegrity(): Promise<string[]>;
  version(): string;
}

/** A temporary failure: a full disk, a lost connection, a lock timeout. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** A corrupt page. A retry succeeds only after the operator has restored a backup. */
export class DatabaseDamaged extends DatabaseUnavailable {
  override name = 'DatabaseDamaged';
}

/** A statement exceeded its timeout and was cancelled. */
export class StatementTimeout extends DatabaseUnavailable {
  override name = 'StatementTimeout';
}

/** Refused before anything was started: it could not finish in time. */
export class Overloaded extends DatabaseUnavailable {
  override name = 'Overloaded';

  // Without a stack trace: at thousands of refusals a second it would cost more than the rest.
  constructor(message: string, options?: ErrorOptions) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = limit;
  }
}
