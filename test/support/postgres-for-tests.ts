// The PostgreSQL that the tests of a run share. The run starts one for all files, passed on in
// TEST_DATABASE_URL; a file run alone starts its own; a given one is used unchanged.
import { migrate } from '#db/migrate.ts';
import { openPostgres } from '#db/postgres/open.ts';
import { createDatabase, type PostgresServer, startPostgres } from './postgres.ts';

interface Shared {
  url: string;
  /** A migrated database to copy: migrating each one takes a second. None on a given server. */
  template: string | undefined;
}

// Crash safety is tested on other servers (test/faults/).
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
let own: PostgresServer | undefined;
let shared: Promise<Shared> | undefined;

/** The URL of a server on which databases can be created. */
export async function postgresForTests(): Promise<string> {
  shared ??= findOrStart();
  return (await shared).url;
}

/** Creates a database with its tables; returns its URL. */
export async function createMigratedDatabase(): Promise<string> {
  const serverUrl = await postgresForTests();
  const { template } = await shared!;
  return template ? createDatabase(serverUrl, template) : createAndMigrate(serverUrl);
}

/** Before the first file of a run: sets the environment of the files. */
export async function sharePostgres(): Promise<void> {
  const url = await postgresForTests();
  const { template } = await shared!;
  process.env['TEST_DATABASE_URL'] = url;
  if (template) process.env['TEST_DATABASE_TEMPLATE'] = template;
}

export async function closePostgres(): Promise<void> {
  await own?.close();
}

async function findOrStart(): Promise<Shared> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return { url, template: process.env['TEST_DATABASE_TEMPLATE'] };
  own = await startPostgres({ settings });
  const template = new URL(await createAndMigrate(own.url)).pathname.slice(1);
  return { url: own.url, template };
}

async function createAndMigrate(serverUrl: string): Promise<string> {
  const url = await createDatabase(serverUrl);
  const db = openPostgres({ url, connectionsMax: 1, waitMsMax: 60_000 });
  await migrate(db, Date.now());
  await db.close();
  return url;
}
