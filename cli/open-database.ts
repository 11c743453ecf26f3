// Opens the configured database for one command: PostgreSQL, or the SQLite file in the data folder.
import { existsSync } from 'node:fs';
import { Refusal } from '#actions/refusal.ts';
import type { Database } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { inspectDatabaseFile } from '#db/sqlite/inspect-file.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { refuseUnknownFile } from '#db/sqlite/refuse-file.ts';
import { readConfig } from '#server/config.ts';
import { databaseFileIn, prepareDataFolder } from '#server/data-folder.ts';
import { howToRun } from './how-to-run.ts';
import { refuseOtherVersion } from './refuse-other-version.ts';

// A busy server commits many times a second, and may win the write lock each time.
const busyTimeoutMs = 15_000;

export async function withDatabase<Result>(
  env: NodeJS.ProcessEnv,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl } = readConfig(env);
  if (databaseUrl === null) return use(existingDatabase(env), work);
  const { withPostgres } = await import('./open-postgres.ts');
  return withPostgres(databaseUrl, work);
}

/** Creates the database when there is none yet. */
export async function withNewOrExistingDatabase<Result>(
  env: NodeJS.ProcessEnv,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const { dataDir, databaseUrl } = readConfig(env);
  if (databaseUrl !== null) {
    const { withNewOrExistingPostgres } = await import('./open-postgres.ts');
    return withNewOrExistingPostgres(databaseUrl, work);
  }
  const file = databaseFileIn(dataDir);
  if (existsSync(file)) return use(existingDatabase(env), work);
  prepareDataFolder(dataDir);
  refuseUnknownFile(file);
  return use(file, async (db) => {
    await migrate(db, Date.now());
    return work(db);
  });
}

/** Opens a database of any version; creates it when there is none. */
export async function withDatabaseToMigrate<Result>(
  env: NodeJS.ProcessEnv,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const { dataDir, databaseUrl } = readConfig(env);
  if (databaseUrl !== null) {
    const { withPostgresToMigrate } = await import('./open-postgres.ts');
    return withPostgresToMigrate(databaseUrl, work);
  }
  prepareDataFolder(dataDir);
  const file = databaseFileIn(dataDir);
  refuseUnknownFile(file);
  return use(file, work);
}

/** Returns the path of the database; refuses a missing one or another version. */
export function existingDatabase(env: NodeJS.ProcessEnv): string {
  const { dataDir } = readConfig(env);
  const file = databaseFileIn(dataDir);
  if (!existsSync(file)) {
    throw new Refusal(
      `there is no database in ${dataDir}: set DATA_DIR to the server's folder, or create one with ${howToRun('migrate')}`,
    );
  }
  refuseOtherVersion(versionOf(file));
  return file;
}

/** For commands that work on the SQLite file. */
export function refusePostgres(env: NodeJS.ProcessEnv): void {
  if (readConfig(env).databaseUrl === null) return;
  throw new Refusal(
    'the database is on PostgreSQL (DATABASE_URL): back it up and restore it with pg_dump and pg_restore',
  );
}

function versionOf(file: string): number {
  try {
    return inspectDatabaseFile(file).version;
  } catch (cause) {
    const { message } = cause as Error;
    throw new Refusal(`${file} cannot be read (${message}): run ${howToRun('doctor')}`, { cause });
  }
}

async function use<Result>(file: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = openSqlite(file, { busyTimeoutMs });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
