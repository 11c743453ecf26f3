// A database on the tests' PostgreSQL, for code that works on it without a server of ours.
import { openPostgres } from '#db/postgres/open.ts';
import { createDatabase, dropDatabase } from './postgres.ts';
import { createMigratedDatabase, postgresForTests } from './postgres-for-tests.ts';

type PostgresOptions = Parameters<typeof openPostgres>[0];
type PostgresDatabase = ReturnType<typeof openPostgres>;

export interface PostgresTestDatabase {
  readonly url: string;
  /** Opens another pool on it. */
  open(options?: Partial<PostgresOptions>): PostgresDatabase;
  /** Closes all pools and drops it. */
  drop(): Promise<void>;
}

const connectionsMax = 5;
const waitMsMax = 5_000;

interface NewDatabase {
  isMigrated?: boolean;
  /** The URL of a database that nothing else uses meanwhile. */
  copyOf?: string;
  /** The URL of a server other than the shared one. */
  serverUrl?: string;
}

/** Without tables by default. */
export async function newPostgresDatabase(wanted: NewDatabase = {}): Promise<PostgresTestDatabase> {
  const { isMigrated = false, copyOf, serverUrl = await postgresForTests() } = wanted;
  const template = copyOf && new URL(copyOf).pathname.slice(1);
  const url = isMigrated
    ? await createMigratedDatabase()
    : await createDatabase(serverUrl, template);
  const opened: PostgresDatabase[] = [];
  return {
    url,
    open(options) {
      const db = openPostgres({ url, connectionsMax, waitMsMax, ...options });
      opened.push(db);
      return db;
    },
    async drop() {
      await Promise.all(opened.map((db) => db.close()));
      await dropDatabase(serverUrl, url);
    },
  };
}
