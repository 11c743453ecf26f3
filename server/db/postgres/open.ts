// Opens a PostgreSQL database as a Database: a pool of connections, of which a transaction has one for
// itself.
import { Pool, type PoolClient, type QueryConfig } from 'pg';
import { columnName, replacing } from '../columns.ts';
import { type Database, DatabaseUnavailable } from '../database.ts';
import { monotonicMs } from '../monotonic.ts';
import type { TableName, Tables } from '../tables.ts';
import { ColumnTypes } from './column-types.ts';
import { asEngineFault } from './faults.ts';
import { erasOfServers, KeyReader, type TextRow } from './keys.ts';
import { notificationChannel } from './listen.ts';
import { tryLocks, waitForLocks } from './locks.ts';
import { refreshStatistics } from './refresh-statistics.ts';
import { postgresSearchIndex } from './search-index.ts';
import { noticeGoneClients, sessionSettings } from './session-settings.ts';
import { type RunScript, StatementTypes } from './statements.ts';
import { updateEach } from './update-each.ts';
import { bindableColumn, typeParsers } from './values.ts';
import { OutOfTime, timeLeft, TransactionWire, type Wire, wireOfPool } from './wire.ts';

interface PostgresOptions {
  url: string;
  connectionsMax: number;
  /** For each statement. */
  waitMsMax: number;
  /** For a connection; as long as for a statement unless given. */
  connectMsMax?: number;
  /** Leaves `synchronous_commit` off where the role, the database or the server has it off. */
  mayLoseData?: boolean;
  /** Before a new connection is used. */
  onConnected?(): void;
  onConnectionError?(error: Error): void;
  /** A transaction was committed, or could not be, in so many milliseconds. */
  onCommit?(tookMs: number): void;
}

export interface PostgresDatabase extends Database {
  /** The same, for work that nobody waits for after that time, by `monotonicMs`: by then it is committed or undone. */
  until(deadline: number): Database;
  /** Connections that are in use, and calls that wait for one. */
  load(): { busy: number; waiting: number };
}

const idleMsMax = 30_000;
// A statement is given up before its caller is, so that who comes back finds its locks free.
const statementShare = 0.9;
// A commit that nobody would hear of in time is not begun.
const commitShare = 1 / 16;
// Where a connection that hangs is given up by this side: a little after the server should have.
const answerGraceMs = 500;

export function openPostgres(options: PostgresOptions): PostgresDatabase {
  const { url, connectionsMax, waitMsMax, connectMsMax = waitMsMax } = options;
  const shared = {
    statements: new StatementTypes(),
    columns: new ColumnTypes(),
    keys: new KeyReader(),
  };
  const pool = new Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: connectMsMax,
    idleTimeoutMillis: idleMsMax,
    statement_timeout: Math.floor(waitMsMax * statementShare),
    idle_in_transaction_session_timeout: waitMsMax * 2,
    query_timeout: waitMsMax + answerGraceMs,
    application_name: 'vakwerk',
    types: typeParsers,
    keepAlive: true,
    // Statements that do not wait for each other are sent together.
    pipeline: true,
    // In so many words and not as an option of the connection, which poolers in between leave out. Nobody
    // gets the connection before it is done.
    async onConnect(client) {
      // Not every system that it runs on can tell; there a statement goes on for as long as any may.
      const noticing = client.query(noticeGoneClients).catch(() => {});
      await client.query(sessionSettings(options.mayLoseData ?? false));
      await noticing;
      shared.keys.forget();
      options.onConnected?.();
    },
  });
  // A connection that breaks while nobody uses it is dropped by the pool.
  pool.on('error', (error) => options.onConnectionError?.(error));

  const until = (deadline: number) =>
    databaseOn(wireOfPool(pool, deadline), shared, {
      inTransaction: (work) => inTransaction(work, deadline),
    });
  const database = until(Infinity);

  return {
    ...database,
    until: (deadline) => (deadline === Infinity ? database : until(deadline)),
    load: () => ({ busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };

  async function inTransaction<Result>(
    work: (db: Database) => Promise<Result>,
    deadline: number,
  ): Promise<Result> {
    const client = await connected(deadline);
    const wire = new TransactionWire(client, deadline);
    const untold = new Set<string>();
    let fault: Error | undefined;
    // Without a listener a connection that breaks now would end the process.
    const onError = (error: Error) => (fault = error);
    client.on('error', onError);
    const run = (script: string) =>
      client.query(script).catch((error) => {
        throw asEngineFault(error);
      });
    try {
      // Locks are of use only to who sees what was committed before they were had.
      await wire.send('begin isolation level read committed');
      const result = await work(databaseOn(wire, shared, { untold }));
      wire.end();
      timeLeft(deadline - waitMsMax * commitShare);
      const began = performance.now();
      const { command } = await run('commit').finally(() =>
        options.onCommit?.(performance.now() - began),
      );
      // What PostgreSQL answers after a statement that failed, although nothing was kept.
      if (command !== 'COMMIT') throw new Error('a failure in a transaction was passed over');
      // Who is not told looks after a while.
      await tell(client, untold).catch((failure) => {
        fault = failure;
        options.onConnectionError?.(failure);
      });
      return result;
    } catch (error) {
      wire.end();
      // A connection in doubt is not used again; its end undoes what was not committed.
      if (error instanceof DatabaseUnavailable && !(error instanceof OutOfTime)) fault ??= error;
      else await run('rollback').catch((failure) => (fault = failure));
      throw error;
    } finally {
      client.off('error', onError);
      client.release(fault);
    }
  }

  async function connected(deadline: number): Promise<PoolClient> {
    const client = await pool.connect().catch((error) => {
      throw asEngineFault(error);
    });
    if (monotonicMs() < deadline) return client;
    client.release();
    throw new OutOfTime('no connection in time');
  }
}

interface Shared {
  statements: StatementTypes;
  columns: ColumnTypes;
  keys: KeyReader;
}

/** Of a connection in a transaction, or of all others. */
type Place = { untold: Set<string> } | { inTransaction: Database['transaction'] };

/** Behind the commit: with them in the transaction, PostgreSQL would commit those of all brands one by one. */
async function tell(client: PoolClient, notifications: ReadonlySet<string>): Promise<void> {
  if (notifications.size === 0) return;
  await client.query(
    `select pg_notify('${notificationChannel}', text) from unnest(cast($1 as text[])) as n (text)`,
    [[...notifications]],
  );
}

function databaseOn(wire: Wire, shared: Shared, place: Place): Database {
  const runScript: RunScript = async (script) => {
    const results = (await wire.send(script)) as unknown;
    return (Array.isArray(results) ? results : [results]) as Awaited<ReturnType<RunScript>>;
  };
  const query = async (sql: string, values: readonly unknown[], rowMode?: 'array') => {
    const prepared = await wire.inOrder(() => shared.statements.prepare(sql, values, runScript));
    return wire.send({ ...prepared, ...(rowMode && { rowMode }) } as QueryConfig);
  };

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
    await wire.send({
      ...(name !== undefined && { name }),
      text,
      values: fields.map((field, index) =>
        bindableColumn(
          rows.map((row) => row[field]),
          types[index]!,
        ),
      ),
    });
  }

  const database: Database = {
    engine: 'postgres',
    isShared: true,
    keepsArrivalOrder: false,
    dialect: {
      noPlannedStart: `'infinity'::timestamptz`,
      // Otherwise a page far down the list seems so much cheaper to it than any page that it plans each anew.
      takesPageFirst: true,
      holdingRows: ' for update',
      holdingToChange: ' for no key update',
      takingFreeRows: ' for update skip locked',
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
    run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
    updateEach: (sql, sets) => updateEach(wire, { ...shared, runScript }, sql, sets),
    rows: async <Row extends unknown[]>({ text, values }: { text: string; values: unknown[] }) =>
      (await query(text, values, 'array')).rows as unknown as Row[],
    keys(select) {
      // A transaction sees what it wrote itself, and nobody else does.
      const reader = 'untold' in place ? new KeyReader() : shared.keys;
      return reader.read(select, async (text, values) => {
        const { rows } = await query(text, values, 'array');
        return rows[0] as unknown as TextRow;
      });
    },
    era: erasOfServers,
    insertRows: (table, rows) => writeRows(table, rows),
    putRows: (table, key, rows) => writeRows(table, rows, key),
    async execute(script) {
      await runScript(script);
    },
    // None is left behind: the transaction must not end while one is still at work.
    async inTurn(steps) {
      const ends = await Promise.allSettled(steps.map(async (step) => step()));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
    },
    // Inside a transaction it is part of that one.
    transaction: (work) => ('untold' in place ? work(database) : place.inTransaction(work)),
    tryLocks: (names) => tryLocks(database, names),
    waitForLocks: (names) => waitForLocks(database, names),
    async notify(subject, detail = '') {
      const notification = `${subject} ${detail}`;
      if ('untold' in place) place.untold.add(notification);
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
      // Its vacuum goes over the pages by itself.
      forgetDeleted: async () => 'done',
      refreshStatistics: () => refreshStatistics(database),
      // It says when a disk is full before it takes anything; a small write tells as much.
      async probeWrite() {
        await database.run('update migrations set applied_at = applied_at where number = 1');
      },
      checkIntegrity: async () => [],
      version: () => 'PostgreSQL',
    },
    close: async () => {},
  };
  return database;
}
