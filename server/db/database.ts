// What a database can do for the queries. One implementation per engine stands behind it. Statements
// are SQL that all engines know, with `?` for each value.
import type { SqlText } from './sql-text.ts';
import type { TableName, Tables } from './tables.ts';

type SqlValue = string | number | boolean | null;

export interface Database {
  all<Row>(statement: string, ...values: SqlValue[]): Promise<Row[]>;
  first<Row>(statement: string, ...values: SqlValue[]): Promise<Row | undefined>;
  /** The number of rows that were changed. */
  run(statement: string, ...values: SqlValue[]): Promise<number>;
  /** Rows as arrays, in the order of the selected columns. */
  rows<Row extends unknown[]>(sql: SqlText): Promise<Row[]>;
  /** Many rows into one table, the cheapest way the engine has. */
  insertRows<T extends TableName>(table: T, rows: readonly Tables[T][]): Promise<void>;
  /** A script of the engine's own dialect, for migrations. */
  execute(script: string): Promise<void>;
  /** All or nothing; inside a transaction it is part of that one. */
  transaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
  readonly workItemSearch: SearchIndex;
  readonly addressSearch: SearchIndex;
  readonly upkeep: Upkeep;
  close(): Promise<void>;
}

/** Words by which records of one kind are found. */
export interface SearchIndex {
  /** For the records that were inserted last, in the order of their insertion. */
  addNewest(entries: readonly SearchEntry[]): Promise<void>;
  /** For records whose words have changed. */
  replace(entries: readonly SearchEntry[]): Promise<void>;
  /** Adds to `from` the records with all the words, or words that begin with them, as `alias`. */
  addSource(sql: SqlText, alias: string, brandId: string, words: readonly string[]): void;
}

interface SearchEntry {
  brandId: string;
  id: string;
  words: Iterable<string>;
}

interface Upkeep {
  /** A bounded piece of housekeeping, as the last step of a transaction that wrote to the indexes. */
  tidyIndexes(): void;
  /** The last step of a checkpoint, which only the one who writes can take. */
  finishCheckpoint(): void;
  /** Milliseconds spent on commits since it was last asked. */
  takeCommitMs(): number;
  checkIntegrity(): Promise<string[]>;
  version(): string;
}

/** The database cannot do its work now: a full disk, a lost connection, a lock held too long. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}
