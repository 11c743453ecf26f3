// Opens PostgreSQL as a Database: a connection pool, from which each transaction takes a
// connection.
import type { QueryConfig } from 'pg';
import { columnName, replacing } from '../columns.ts';
import type { Database } from '../database.ts';
import type { TableName, Tables } from '../tables.ts';
import { ColumnTypes } from './column-types.ts';
import { Connections, type Kind } from './connections.ts';
import { notificationChannel } from './listen.ts';
import { tryLocks, waitForLocks } from './locks.ts';
import { refreshStatistics } from './refresh-statistics.ts';
import { postgresSearchIndex } from './search-index.ts';
import { type RunScript, StatementTypes } from './statements.ts';
import { inTransaction } from './transaction.ts';
import { updateEach } from './update-each.ts';
import { bindableColumn } from './values.ts';
import { type Wire, wireOfAny } from './wire.ts';

interface PostgresOptions {
  url: string;
  connectionsMax: number;
  /** The timeout of a statement. */
  waitMsMax: number;
  /** The timeout of connecting; that of a statement by default. */
  connectMsMax?: number;
  /** Leaves `synchronous_commit` off where the role, the database or the server has it off. */
  mayLoseData?: boolean;
  /** Called before a new connection is used. */
  onConnected?(): void;
  onConnectionError?(error: Error): void;
  /** The circuit breaker for writes has opened or closed. */
  onCommitsHang?(areHanging: boolean): void;
  /** Called with the duration of each commit, also of a failed one. */
  onCommit?(tookMs: number): void;
}

export interface PostgresDatabase extends Database {
  /**
   * The same database with a deadline, by `monotonicMs`: work is committed or rolled back by then.
   */
  until(deadline: number): Database;
  /** Connections in use, and calls that wait for one. */
  load(): { busy: number; waiting: number };
}

// The share of the wait time that a commit needs: with less left before the deadline, it is not
// begun.
const commitShare = 1 / 16;

export function openPostgres(options: PostgresOptions): PostgresDatabase {
  const { waitMsMax, connectMsMax = waitMsMax } = options;
  const shared = {
    statements: new StatementTypes(),
    columns: new ColumnTypes(),
  };
  const onError = (error: Error) => options.onConnectionError?.(error);
  const connections = new Connections({
    ...options,
    mayLoseData: options.mayLoseData ?? false,
    connectMsMax,
    onError,
    onCommitsHang: (areHanging) => options.onCommitsHang?.(areHanging),
    onConnected() {
      options.onConnected?.();
    },
  });
  const until = (deadline: number) =>
    databaseOn(wireOfAny(connections, deadline), shared, {
      inTransaction: (work) =>
        inTransaction(connections, {
          deadline,
          commitMsMin: waitMsMax * commitShare,
          work: (wire, notifications) => work(databaseOn(wire, shared, { notifications })),
          onCommit: (tookMs) => options.onCommit?.(tookMs),
          onNotifyError: onError,
        }),
    });
  const database = until(Infinity);

  return {
    ...database,
    until: (deadline) => (deadline === Infinity ? database : until(deadline)),
    load: () => connections.load(),
    close: () => connections.close(),
  };
}

interface Shared {
  statements: StatementTypes;
  columns: ColumnTypes;
}

/** Inside a transaction, or on any connection. */
type Scope = { notifications: Set<string> } | { inTransaction: Database['transaction'] };

function databaseOn(wire: Wire, shared: Shared, scope: Scope): Database {
  const runScript = async (script: string, kind?: Kind): ReturnType<RunScript> => {
    const results = (await wire.send(script, kind)) as unknown;
    return (Array.isArray(results) ? results : [results]) as Awaited<ReturnType<RunScript>>;
  };
  const query = async (sql: string, values: readonly unknown[], rowMode?: 'array') => {
    const prepared = await wire.inOrder(() => shared.statements.prepare(sql, values, runScript));
    return wire.send({ ...prepared, ...(rowMode && { rowMode }) } as QueryConfig);
  };
  const change = async (sql: string, values: readonly unknown[]) =>
    wire.send(await wire.inOrder(() => shared.statements.prepare(sql, values, runScript)), 'write');

  async function writeRows<T extends TableName>(
    table: T,
    rows: readonly Tables[T][],
    key?: readonly string[],
  ): Promise<void> {
    if (rows.length === 0) return;
    const fields = Object.keys(rows[0]!) as (keyof Tables[T] & string)[];
    const names = fields.map(columnName);
    const types = await wire.inOrder(() => shared.columns.of(columnName(table), names, runScript));
    const arrays = types.map((type, index) => `$${index + 1}::${type}[]`);
    const text = `insert into ${columnName(table)} (${names.join(', ')})
      select * from unnest(${arrays.join(', ')})${key ? replacing(key, fields) : ''}`;
    const name = shared.statements.nameOf(text);
    const values = fields.map((field, index) =>
      bindableColumn(
        rows.map((row) => row[field]),
        types[index]!,
      ),
    );
    await wire.send({ ...(name !== undefined && { name }), text, values }, 'write');
  }

  const database: Database = {
    engine: 'postgres',
    isShared: true,
    keepsArrivalOrder: false,
    dialect: {
      noPlannedStart: `'infinity'::timestamptz`,
      // Equals the expression of the index. With the time zone, it would not be immutable.
      urgency: `(w.priority_rank * 10000000000000
        - (extract(epoch from w.received_at at time zone 'UTC') * 1000)::bigint)`,
      forUpdate: ' for update',
      forNoKeyUpdate: ' for no key update',
      forShare: ' for share',
      forUpdateSkipLocked: ' for update skip locked',
      usingIndex: () => '',
      addAnyTag: (sql, column, tags) =>
        sql.add(` and jsonb_exists_any(${column}, cast(? as text[]))`, tags),
    },
    all: async <Row>(sql: string, ...values: unknown[]) => (await query(sql, values)).rows as Row[],
    first: async <Row>(sql: string, ...values: unknown[]) =>
      (await query(sql, values)).rows[0] as Row | undefined,
    async allOf<Row>(sql: string, sets: readonly (readonly unknown[])[]) {
      if (sets.length === 0) return [];
      const prepared = await wire.inOrder(() =>
        shared.statements.prepareForEach(sql, sets, runScript),
      );
      return (await wire.send(prepared)).rows as Row[];
    },
    run: async (sql, ...values) => (await change(sql, values)).rowCount ?? 0,
    updateEach: (sql, sets) => updateEach(wire, { ...shared, runScript }, sql, sets),
    rows: async <Row extends unknown[]>({ text, values }: { text: string; values: unknown[] }) =>
      (await query(text, values, 'array')).rows as unknown as Row[],
    insertRows: (table, rows) => writeRows(table, rows),
    putRows: (table, key, rows) => writeRows(table, rows, key),
    async execute(script) {
      await runScript(script, 'write');
    },
    // Waits for all steps, even after a failure: the transaction must not end while one is still
    // running.
    async inTurn(steps) {
      const ends = await Promise.allSettled(steps.map(async (step) => step()));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
    },
    // A nested transaction is part of the outer one.
    transaction: (work) => ('notifications' in scope ? work(database) : scope.inTransaction(work)),
    tryLocks: (names) => tryLocks(database, names),
    waitForLocks: (names) => waitForLocks(database, names),
    async notify(subject, detail = '') {
      const notification = `${subject} ${detail}`;
      if ('notifications' in scope) scope.notifications.add(notification);
      else await database.run(`select pg_notify('${notificationChannel}', ?)`, notification);
    },
    get workItemSearch() {
      return postgresSearchIndex(database, 'work_item_search', 'work_items');
    },
    get addressSearch() {
      return postgresSearchIndex(database, 'address_search', 'addresses');
    },
    get customerSearch() {
      return postgresSearchIndex(database, 'customer_search', 'customers');
    },
    upkeep: {
      tidyIndexes() {},
      finishCheckpoint() {},
      // Vacuum reuses the pages.
      purgeDeleted: async () => 'done',
      refreshStatistics: () => refreshStatistics(database),
      // A full disk fails even a small write. This also checks the privilege to insert leads.
      async probeWrite() {
        await database.run(
          `with leads as (insert into work_items select * from work_items where false)
            update migrations set applied_at = applied_at where number = 1`,
        );
      },
      checkIntegrity: async () => [],
      version: () => 'PostgreSQL',
    },
    close: async () => {},
  };
  return database;
}
