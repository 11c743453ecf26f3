// Too many callers, or one that asks for too much, on either database.
import { join } from 'node:path';
import type { Database } from '#db/database.ts';
import { openPostgres } from '#db/postgres/open.ts';
import { startPostgres } from '../test/support/postgres.ts';
import {
  leadsOfGreedyBrand,
  leadsOfModestBrand,
  measureGreedyBrand,
  type TwoBrands,
} from './greedy-brand.ts';
import { measureOverload } from './overload.ts';
import type { Report } from './report.ts';
import { seed, seedFolder } from './seed.ts';
import { startVakwerk } from './vakwerk.ts';

interface Measurement {
  rounds: number;
  seconds: number;
  folder: string;
  report: Report;
  isOnPostgres: boolean;
}

const settings = { shared_buffers: '512MB', max_wal_size: '4GB' };
const databaseWaitMsMax = 10 * 60 * 1000;
const noProgress = () => {};

export async function measureCrowd(measurement: Measurement): Promise<void> {
  if (measurement.isOnPostgres) return measureCrowdOnPostgres(measurement);
  await measureOverload(measurement);
  const dataDir = join(measurement.folder, 'two-brands');
  const greedyKey = await seedFolder(dataDir, leadsOfGreedyBrand, noProgress);
  const modestKey = await seedFolder(dataDir, leadsOfModestBrand, noProgress);
  await measureTwo({ greedyKey, modestKey, server: await startVakwerk(dataDir) }, measurement);
}

async function measureCrowdOnPostgres(measurement: Measurement): Promise<void> {
  const postgres = await startPostgres({ settings });
  try {
    const databaseUrl = await postgres.createDatabase();
    const onWarm = () => withDatabase(databaseUrl, (db) => db.execute('analyze'));
    await measureOverload({ ...measurement, databaseUrl, onWarm });
    const ofTwo = await postgres.createDatabase();
    const keys = await withDatabase(ofTwo, async (db) => {
      const greedyKey = await seed(db, leadsOfGreedyBrand, noProgress);
      const modestKey = await seed(db, leadsOfModestBrand, noProgress);
      await db.execute('vacuum analyze');
      return { greedyKey, modestKey };
    });
    const folder = join(measurement.folder, 'two-brands');
    const server = await startVakwerk(folder, { DATABASE_URL: ofTwo });
    await measureTwo({ ...keys, server }, measurement);
  } finally {
    await postgres.close();
  }
}

async function measureTwo(brands: TwoBrands, measurement: Measurement): Promise<void> {
  await measureGreedyBrand(brands, measurement);
  await brands.server.stop();
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
