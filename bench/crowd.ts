// Overload, and one greedy brand, on either database.
import { join } from 'node:path';
import type { Database } from '#db/database.ts';
import { openPostgres } from '#db/postgres/open.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { leadsOfGreedyBrand, leadsOfModestBrand, measureGreedyBrand } from './greedy-brand.ts';
import { measureOverload } from './overload.ts';
import type { Party } from './processes.ts';
import type { Report } from './report.ts';
import { seed, seedFolder } from './seed.ts';
import { startVakwerk } from './vakwerk.ts';

export interface Measurement {
  rounds: number;
  seconds: number;
  folder: string;
  report: Report;
  isOnPostgres: boolean;
}

const settings = { shared_buffers: '512MB', max_wal_size: '4GB' };
const databaseWaitMsMax = 10 * 60 * 1000;
const noProgress = () => {};

export interface Seeded {
  server: Party;
  /** One per brand. */
  keys: string[];
  /** The settings of the command line for the same database. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts a server with a brand for each number of leads. */
export async function startSeeded(
  folder: string,
  isOnPostgres: boolean,
  { leads, settings: env = {} }: { leads: number[]; settings?: Record<string, string> },
): Promise<Seeded> {
  const keys: string[] = [];
  if (!isOnPostgres) {
    for (const count of leads) keys.push(await seedFolder(folder, count, noProgress));
    const server = await startVakwerk(folder, env);
    return { server, keys, env: {}, stop: () => server.stop() };
  }
  const postgres = await startPostgres({ settings });
  const databaseUrl = await postgres.createDatabase();
  await withDatabase(databaseUrl, async (db) => {
    for (const count of leads) keys.push(await seed(db, count, noProgress));
    await db.execute('vacuum analyze');
  });
  const server = await startVakwerk(folder, { ...env, DATABASE_URL: databaseUrl });
  const stop = async () => {
    await server.stop();
    await postgres.close();
  };
  return { server, keys, env: { DATABASE_URL: databaseUrl }, stop };
}

export async function measureCrowd(measurement: Measurement): Promise<void> {
  const { folder, isOnPostgres } = measurement;
  if (isOnPostgres) await measureOverloadOnPostgres(measurement);
  else await measureOverload(measurement);
  const leads = [leadsOfGreedyBrand, leadsOfModestBrand];
  const { server, keys, stop } = await startSeeded(join(folder, 'two'), isOnPostgres, { leads });
  const [greedyKey, modestKey] = keys as [string, string];
  await measureGreedyBrand({ server, greedyKey, modestKey }, measurement);
  await stop();
}

async function measureOverloadOnPostgres(measurement: Measurement): Promise<void> {
  const postgres = await startPostgres({ settings });
  try {
    const databaseUrl = await postgres.createDatabase();
    const onWarm = () => withDatabase(databaseUrl, (db) => db.execute('analyze'));
    await measureOverload({ ...measurement, databaseUrl, onWarm });
  } finally {
    await postgres.close();
  }
}

async function withDatabase<Result>(
  url: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = openPostgres({ url, connectionsMax: 1, waitMsMax: databaseWaitMsMax });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
