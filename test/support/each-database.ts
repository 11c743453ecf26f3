// Runs the same tests against every database that the service can keep its data in.
import { randomUUID } from 'node:crypto';
import { after, before, describe } from 'node:test';
import type { Database } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { dropDatabase } from './postgres.ts';
import { newPostgresDatabase } from './postgres-database.ts';
import { createMigratedDatabase, postgresForTests } from './postgres-for-tests.ts';
import { patientWithPostgres, startServer, type StartServer, type TestServer } from './server.ts';
import { type Engine, enginesOfRun, sharedServer } from './shared-server.ts';

interface Servers {
  start: StartServer;
  /** Removes what its servers have left. */
  clear(): Promise<void>;
}

/** For most tests of the API: on the servers that all files share. `start` is for the few that need another one. */
export async function withEachServer(
  subject: string,
  define: (server: TestServer, start: StartServer) => void,
): Promise<void> {
  const engines = enginesOfRun();
  const servers = await Promise.all(engines.map((engine) => sharedServer(engine)));
  for (const [index, engine] of engines.entries()) {
    describe(`${subject} on ${engine}`, () => {
      const { start, clear } = serversOn[engine]();
      define(servers[index]!, start);
      after(clear);
    });
  }
}

/** For tests that need a server of their own: with other settings, or one to be stopped or looked into as a whole. */
export function withEachDatabase(
  subject: string,
  define: (start: StartServer, engine: Engine) => void,
): void {
  for (const engine of enginesOfRun()) {
    describe(`${subject} on ${engine}`, () => {
      const { start, clear } = serversOn[engine]();
      define(start, engine);
      // Behind those of the tests, which stop the servers.
      after(clear);
    });
  }
}

const serversOn: Record<Engine, () => Servers> = {
  SQLite: () => ({ start: startServer, async clear() {} }),
  PostgreSQL: serversOnPostgres,
};

/** For tests below the API: a database with its tables and nothing else, open for all tests inside. */
export function withEachTables(subject: string, define: (db: Database) => void): void {
  for (const engine of enginesOfRun()) {
    describe(`${subject} on ${engine}`, () => {
      let isOpen: { db: Database; close(): Promise<void> };
      before(async () => {
        isOpen = await openTables[engine]();
      });
      // It is there only when the tests run.
      define(new Proxy({} as Database, { get: (_, member) => Reflect.get(isOpen.db, member) }));
      after(() => isOpen?.close());
    });
  }
}

const openTables: Record<Engine, () => Promise<{ db: Database; close(): Promise<void> }>> = {
  async SQLite() {
    const db = openSqlite(':memory:');
    await migrate(db, Date.now());
    return { db, close: () => db.close() };
  },
  async PostgreSQL() {
    const database = await newPostgresDatabase({ isMigrated: true });
    return { db: database.open(), close: () => database.drop() };
  },
};

/** Every server has a database of its own, but for those that share a data folder. */
function serversOnPostgres(): Servers {
  const databases = new Map<string, string>();
  return {
    async start(options = {}) {
      const place = options.dataDir ?? randomUUID();
      const databaseUrl = databases.get(place) ?? (await createMigratedDatabase());
      databases.set(place, databaseUrl);
      const env = { ...patientWithPostgres, ...options.env };
      return startServer({ ...options, env, databaseUrl });
    },
    async clear() {
      for (const url of databases.values()) await dropDatabase(await postgresForTests(), url);
    },
  };
}
