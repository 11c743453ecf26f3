// The service on PostgreSQL compared with pgbench, which writes the rows of a lead in one
// statement, and with a bare Fastify that sends constant bytes. The run starts a PostgreSQL of its
// own.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openPostgres } from '#db/postgres/open.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { findPostgresPrograms } from '../test/support/postgres-programs.ts';
import { measureLargeLists } from './large-lists.ts';
import { type Party, startParty } from './processes.ts';
import type { Report } from './report.ts';
import { seed } from './seed.ts';
import { Callers, connections, startVakwerk } from './vakwerk.ts';

interface Measurement {
  rounds: number;
  seconds: number;
  leads: number;
  folder: string;
  report: Report;
}

const settings = { shared_buffers: '512MB', max_wal_size: '4GB' };
const leadsBeforePgbench = 5_000;
const seedWaitMsMax = 10 * 60 * 1000;

export async function measurePostgres(measurement: Measurement): Promise<void> {
  const { folder, leads, report } = measurement;
  const pgbench = join(findPostgresPrograms(folder), 'pgbench');
  if (spawnSync(pgbench, ['--version']).status !== 0) {
    throw new Error('pgbench not found: it is part of the PostgreSQL packages');
  }
  const postgres = await startPostgres({ settings });
  const start = (name: string, databaseUrl: string) =>
    startVakwerk(join(folder, name), { DATABASE_URL: databaseUrl });
  try {
    const databaseUrl = await postgres.createDatabase();
    // In a separate database: the server would number the events that pgbench writes.
    const other = await preparePgbench(pgbench, await postgres.createDatabase());
    await measureRates(measurement, await start('small', databaseUrl), other, databaseUrl);
    if (leads === 0) return;
    const largeUrl = await postgres.createDatabase();
    const db = openPostgres({ url: largeUrl, connectionsMax: 1, waitMsMax: seedWaitMsMax });
    const key = await seed(db, leads, (done) => {
      if (done % 100_000 === 0) process.stderr.write(`${done} leads made\n`);
    });
    await db.execute('vacuum analyze');
    await db.close();
    const server = await start('large', largeUrl);
    await measureLargeLists(server.port, key, report);
    await server.stop();
  } finally {
    await postgres.close();
  }
}

async function measureRates(
  { rounds, seconds, report }: Measurement,
  server: Party,
  pgbench: Pgbench,
  databaseUrl: string,
): Promise<void> {
  const callers = new Callers(server, seconds);
  await callers.warmUp();
  await analyze(databaseUrl);
  const { bytes } = await callers.listOnce();
  const bare = await startParty('bench/bare-fastify.ts', [String(bytes)]);

  const creates = { vakwerk: [] as number[], pgbench: [] as number[] };
  const p99s: number[] = [];
  for (let round = 0; round < rounds; round++) {
    creates.pgbench.push(runPgbench(pgbench, seconds));
    const result = await callers.createLeads(round);
    creates.vakwerk.push(result.perSecond);
    p99s.push(result.p99Ms);
  }
  const lists = await callers.compareLists(bare, rounds);
  await bare.stop();
  await server.stop();

  report.rate('create: pgbench, one statement', creates.pgbench);
  report.rate('create: Vakwerk on PostgreSQL', creates.vakwerk);
  report.ratio('create, to pgbench', creates.vakwerk, creates.pgbench, 1);
  report.rate('list of 50: constant bytes', lists.bare);
  report.rate('list of 50: Vakwerk on PostgreSQL', lists.vakwerk);
  report.ratio('list of 50, to constant bytes', lists.vakwerk, lists.bare, 0.12);
  report.value('create, p99, as many as it takes', p99s, 'ms');
}

// Autovacuum does the same every minute.
async function analyze(databaseUrl: string): Promise<void> {
  const db = openPostgres({ url: databaseUrl, connectionsMax: 1, waitMsMax: seedWaitMsMax });
  await db.execute('analyze');
  await db.close();
}

interface Pgbench {
  program: string;
  databaseUrl: string;
  brandId: string;
}

/** Seeds leads, so that plans are not made for empty tables. */
async function preparePgbench(program: string, databaseUrl: string): Promise<Pgbench> {
  const db = openPostgres({ url: databaseUrl, connectionsMax: 1, waitMsMax: seedWaitMsMax });
  await seed(db, leadsBeforePgbench, () => {});
  await db.execute('analyze');
  const brand = await db.first<{ id: string }>('select id from brands');
  await db.close();
  return { program, databaseUrl, brandId: brand!.id };
}

/** Transactions a second. */
function runPgbench({ program, databaseUrl, brandId }: Pgbench, seconds: number): number {
  const script = join(import.meta.dirname, 'pgbench-lead.sql');
  const output = execFileSync(
    program,
    [
      '--no-vacuum',
      '--protocol=prepared',
      `--file=${script}`,
      `--define=brand=${brandId}`,
      `--client=${connections}`,
      '--jobs=2',
      `--time=${seconds}`,
      databaseUrl,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  return Number(/tps = ([\d.]+)/.exec(output)![1]);
}
