// The PostgreSQL that the tests of a run share. A run of the whole suite starts one for all files and tells
// them by TEST_DATABASE_URL; a file that is run alone starts its own; a given one is used as it is.
import { type PostgresServer, startPostgres } from './postgres.ts';

let own: Promise<PostgresServer> | undefined;

/** The address of a server on which databases can be made. */
export async function postgresForTests(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return given;
  own ??= startPostgres();
  return (await own).url;
}

/** Before the first file of a run; the files inherit the environment. */
export async function globalSetup(): Promise<void> {
  process.env['TEST_DATABASE_URL'] = await postgresForTests();
}

export async function globalTeardown(): Promise<void> {
  await (await own)?.close();
}
