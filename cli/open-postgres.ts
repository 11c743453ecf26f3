// Opens PostgreSQL for one command.
import { Refusal } from '#actions/refusal.ts';
import type { Database } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { inspectPostgres } from '#db/postgres/inspect.ts';
import { openPostgres } from '#db/postgres/open.ts';
import { howToRun } from './how-to-run.ts';
import { refuseOtherVersion } from './refuse-other-version.ts';

const connectMsMax = 10_000;
const statementMsMax = 60_000;
// A migration or move may scan whole tables.
export const longStatementMsMax = 60 * 60 * 1000;

type Work<Result> = (db: Database) => Promise<Result>;

/** Refuses a database without our tables, or of another version. */
export function withPostgres<Result>(url: string, work: Work<Result>): Promise<Result> {
  return usePostgres(url, statementMsMax, async (db) => {
    const { isVakwerk, version } = await inspectPostgres(db);
    if (!isVakwerk) {
      throw new Refusal(
        `the database of DATABASE_URL has no Vakwerk tables: set it to the server's, or create them with ${howToRun('migrate')}`,
      );
    }
    refuseOtherVersion(version);
    return work(db);
  });
}

/** Creates the tables when there are none yet. */
export async function withNewOrExistingPostgres<Result>(
  url: string,
  work: Work<Result>,
): Promise<Result> {
  const isNew = await usePostgres(url, statementMsMax, async (db) => {
    return !(await inspectPostgres(db)).isVakwerk;
  });
  if (isNew) await withPostgresToMigrate(url, (db) => migrate(db, Date.now()));
  return withPostgres(url, work);
}

export function withPostgresToMigrate<Result>(url: string, work: Work<Result>): Promise<Result> {
  return usePostgres(url, longStatementMsMax, work);
}

export async function usePostgres<Result>(
  url: string,
  waitMsMax: number,
  work: Work<Result>,
): Promise<Result> {
  const db = openPostgres({ url, connectionsMax: 1, waitMsMax, connectMsMax });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
