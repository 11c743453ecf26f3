// Runs the same tests against every database that the service can keep its data in.
import { randomUUID } from 'node:crypto';
import { after, before, describe } from 'node:test';
import type { Database } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { createDatabase, dropDatabase } from './postgres.ts';
import { newPostgresDatabase } from './postgres-database.ts';
import { postgresForTests } from './postgres-for-tests.ts';
import { patientWithPostgres, type ServerOptions, startServer, type TestServer } from './server.ts';

export type StartServer = (options?: ServerOptions) => Promise<TestServer>;

interface Engine {
  start: StartServer;
  /** Removes what its servers have left. */
  clear(): Promise<void>;
}

const engines: Record<string, () => Engine> = {
  SQLite: () => ({ start: startServer, async clear() {} }),
  PostgreSQL: serversOnPostgres,
};

export function withEachDatabase(subject: string, define: (start: StartServer) => void): void {
  for (const [name, prepare] of Object.entries(engines)) {
    describe(`${subject} on ${name}`, () => {
      const { start, clear } = prepare();
      define(start);
      // Behind those of the tests, which stop the servers.
      after(clear);
    });
  }
}

/** For tests below the API: a database with its tables and nothing else, open for all tests inside. */
export function withEachTables(subject: string, define: (db: Database) => void): void {
  for (const [name, open] of Object.entries(opened)) {
    describe(`${subject} on ${name}`, () => {
      let isOpen: { db: Database; close(): Promise<void> };
      before(async () => {
        isOpen = await open();
        await migrate(isOpen.db, Date.now());
      });
      // It is there only when the tests run.
      define(new Proxy({} as Database, { get: (_, member) => Reflect.get(isOpen.db, member) }));
      after(() => isOpen?.close());
    });
  }
}

const opened: Record<string, () => Promise<{ db: Database; close(): Promise<void> }>> = {
  async SQLite() {
    const db = openSqlite(':memory:');
    return { db, close: () => db.close() };
  },
  async PostgreSQL() {
    const database = await newPostgresDatabase();
    return { db: database.open(), close: () => database.drop() };
  },
};

/** Every server has a database of its own, but for those that share a data folder. */
function serversOnPostgres(): Engine {
  const databases = new Map<string, string>();
  return {
    async start(options = {}) {
      const place = options.dataDir ?? randomUUID();
      const databaseUrl = databases.get(place) ?? (await createDatabase(await postgresForTests()));
      databases.set(place, databaseUrl);
      const env = { ...patientWithPostgres, ...options.env };
      return startServer({ ...options, env, databaseUrl });
    },
    async clear() {
      for (const url of databases.values()) await dropDatabase(await postgresForTests(), url);
    },
  };
}
