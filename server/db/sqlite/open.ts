// Opens a SQLite file as a Database.
import { DatabaseSync } from 'node:sqlite';
import { columnName, marks, replacing } from '../columns.ts';
import { type Database, DatabaseUnavailable, type Dialect, type Subject } from '../database.ts';
import { checkpoint, emptyLog } from './checkpoint.ts';
import { asEngineFault } from './faults.ts';
import { probeWrite } from './probe-write.ts';
import { sqliteSearchIndex } from './search-index.ts';
import type { TableName, Tables } from '../tables.ts';
import { Statements } from './statements.ts';

export const sqliteVersionMin = '3.51.3';
export const sqliteVersion = process.versions['sqlite'] ?? '0';

interface OpenOptions {
  readOnly?: boolean;
  busyTimeoutMs?: number;
  /** Called after the commit. */
  onNotify?(subject: Subject, detail: string): void;
  /** Called with the duration of each commit, also of a failed one. */
  onCommit?(tookMs: number): void;
}

const busyTimeoutMsDefault = 5_000;
const cacheKib = 8 * 1024;
// The server has a checkpoint thread. This is for other processes, and for when that thread falls
// behind.
const checkpointPages = 50_000;

export function openSqlite(file: string, options: OpenOptions = {}): Database {
  assertVersion();
  let handle: DatabaseSync | undefined;
  try {
    handle = new DatabaseSync(file, {
      readOnly: options.readOnly ?? false,
      enableForeignKeyConstraints: true,
      timeout: options.busyTimeoutMs ?? busyTimeoutMsDefault,
    });
    handle.exec(`pragma cache_size = -${cacheKib}; pragma temp_store = memory`);
    if (!options.readOnly) {
      // `secure_delete` overwrites deleted data immediately; later, nobody could tell where it was.
      handle.exec(`
        pragma journal_mode = wal;
        pragma synchronous = full;
        pragma secure_delete = on;
        pragma wal_autocheckpoint = ${checkpointPages};
      `);
    }
    return databaseOf(handle, options);
  } catch (error) {
    handle?.close();
    throw asEngineFault(error);
  }
}

const sqliteDialect: Dialect = {
  // Must equal the literal in the expression index, or SQLite does not use the index.
  noPlannedStart: String(Number.MAX_SAFE_INTEGER),
  // The same holds for this.
  urgency: '(w.priority_rank * 10000000000000 - w.received_at)',
  forUpdate: '',
  forNoKeyUpdate: '',
  forShare: '',
  forUpdateSkipLocked: '',
  usingIndex: (name) => ` indexed by ${name}`,
  addAnyTag: (sql, column, tags) =>
    sql
      .add(` and exists (select 1 from json_each(${column}) where true`)
      .addAnyOf('value', tags)
      .add(')'),
};

function databaseOf(
  handle: DatabaseSync,
  { onNotify, onCommit, busyTimeoutMs = busyTimeoutMsDefault }: OpenOptions,
): Database {
  const notifications = new Map<string, { subject: Subject; detail: string }>();
  const statements = new Statements(handle, 'objects');
  const arrayStatements = new Statements(handle, 'arrays');
  const workItemSearch = sqliteSearchIndex(statements, 'work_item_search', 'work_items');
  const addressSearch = sqliteSearchIndex(statements, 'address_search', 'addresses');
  const customerSearch = sqliteSearchIndex(statements, 'customer_search', 'customers');
  const searchIndexes = [workItemSearch, addressSearch, customerSearch];

  let nextToMerge = 0;

  function writeRows<T extends TableName>(
    table: T,
    rows: readonly Tables[T][],
    key?: readonly string[],
  ): void {
    if (rows.length === 0) return;
    const fields = Object.keys(rows[0]!) as (keyof Tables[T] & string)[];
    statements.runEach(
      `insert into ${columnName(table)} (${fields.map(columnName).join(', ')})
        values (${marks(fields)})${key ? replacing(key, fields) : ''}`,
      rows.map((row) => fields.map((field) => row[field])),
    );
  }

  return {
    engine: 'sqlite',
    isShared: false,
    keepsArrivalOrder: true,
    dialect: sqliteDialect,
    workItemSearch,
    addressSearch,
    customerSearch,
    all: async (sql, ...values) => statements.all(sql, values),
    first: async <Row>(sql: string, ...values: unknown[]) => statements.all<Row>(sql, values)[0],
    // Running a prepared statement once per set is faster here than one long statement.
    allOf: async (sql, sets) => statements.allEach(sql, sets),
    run: async (sql, ...values) => statements.run(sql, values),
    updateEach: async (sql, sets) => sets.map((values) => statements.run(sql, values) > 0),
    rows: async ({ text, values }) => arrayStatements.all(text, values),
    insertRows: async (table, rows) => writeRows(table, rows),
    putRows: async (table, key, rows) => writeRows(table, rows, key),
    async execute(script) {
      handle.exec(script);
    },
    async transaction(work) {
      if (handle.isTransaction) return work(this);
      // A deferred transaction fails if another process writes between its read and its write.
      const startedAt = performance.now();
      statements.run('begin immediate', []);
      try {
        // SQLite counts its retries, not the time they take. By now the caller may have timed out.
        if (performance.now() - startedAt > busyTimeoutMs) throw new DatabaseUnavailable('locked');
        const result = await work(this);
        const began = performance.now();
        try {
          statements.run('commit', []);
        } finally {
          onCommit?.(performance.now() - began);
        }
        for (const { subject, detail } of notifications.values()) onNotify?.(subject, detail);
        return result;
      } catch (error) {
        // A full disk has already rolled the transaction back.
        if (handle.isTransaction) statements.run('rollback', []);
        throw error;
      } finally {
        notifications.clear();
      }
    },
    // One after the other: a full disk ends the transaction, and a later write would be committed
    // by itself.
    async inTurn(steps) {
      for (const step of steps) await step();
    },
    // A write transaction locks the whole database.
    tryLocks: async (names) => new Set(names),
    async waitForLocks() {},
    // Other processes poll for changes.
    async notify(subject, detail = '') {
      notifications.set(`${subject} ${detail}`, { subject, detail });
    },
    upkeep: {
      tidyIndexes(written) {
        // One index per call: the same batches write to all of them, so all need merging at the
        // same time.
        for (let asked = 0; asked < searchIndexes.length; asked++) {
          const index = searchIndexes[nextToMerge++ % searchIndexes.length]!;
          if (index.merge(written)) break;
        }
      },
      finishCheckpoint() {
        checkpoint(handle);
      },
      async purgeDeleted(piece) {
        // Each index merges a chunk.
        const isMore = searchIndexes.map((index) => index.mergeAll(piece));
        if (isMore.includes(true)) return 'more';
        return emptyLog(handle) ? 'done' : 'busy';
      },
      // Plans do not depend on statistics: every query has an index that fits.
      async refreshStatistics() {},
      probeWrite: async (isThorough) => probeWrite(handle, isThorough),
      async checkIntegrity() {
        const rows = handle.prepare('pragma integrity_check').all();
        const broken = handle.prepare('pragma foreign_key_check').all();
        return [
          ...rows.map((row) => String(row['integrity_check'])).filter((line) => line !== 'ok'),
          ...broken.map((row) => `foreign key of ${row['table']} row ${row['rowid']}`),
        ];
      },
      version: () => `SQLite ${sqliteVersion}`,
    },
    async close() {
      handle.close();
    },
  };
}

function assertVersion(): void {
  if (isSqliteNewEnough(sqliteVersion)) return;
  throw new Error(`SQLite ${sqliteVersionMin} or later is needed, this Node has ${sqliteVersion}`);
}

export function isSqliteNewEnough(version: string): boolean {
  return version.localeCompare(sqliteVersionMin, 'en', { numeric: true }) >= 0;
}
