// The power of PostgreSQL's machine goes: what it wrote and did not flush by fsync is gone, or a part of it is. No lead that was
// acknowledged is missing afterwards. A PostgreSQL of its own, whose writes are recorded together with the server's answers.
import assert from 'node:assert/strict';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createLead } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { accessToPostgres } from '../support/database-access.ts';
import type { JournalRecord } from '../support/disk-journal.ts';
import { countHalves, lookUpLoad, settle } from '../support/fault-outcome.ts';
import { isLongRun } from '../support/fault-record.ts';
import { JournaledDisk, type PowerCut } from '../support/journaled-disk.ts';
import { LeadLoad } from '../support/lead-load.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { acknowledgedIn, lostOf, momentsOf } from '../support/power-cuts.ts';
import { cannotPreload } from '../support/preload.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { patientWithPostgres, startServer, type TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

// Besides the last one, with which a server goes on.
const cuts = isLongRun ? 20 : 0;
const leadsMin = isLongRun ? 500 : 100;
const connections = 16;

const seed = Number(process.env['SEED'] ?? 20_267);
const random = seededRandom(seed);
const scratch = temporaryFolder();
const copy = scratch.file('cut');
let disk: JournaledDisk;
let postgres: PostgresServer;
let databaseUrl: string;
let server: TestServer | undefined;

before(async () => {
  if (cannotPreload) return;
  // PostgreSQL runs as another user.
  chmodSync(scratch.path, 0o755);
  postgres = await startPostgres({
    environment(dataDir) {
      disk = new JournaledDisk({
        scratch: scratch.path,
        folder: dataDir,
        storesNamesInOrder: true,
      });
      return disk.env;
    },
  });
  databaseUrl = await postgres.createDatabase();
});
after(async () => {
  await server?.stop();
  await postgres?.close();
  scratch.remove();
});

test('power cuts under load', { skip: cannotPreload }, async (t) => {
  t.diagnostic(`SEED=${seed}`);
  server = await startServer({ databaseUrl, env: { ...patientWithPostgres, ...disk.env } });
  const key = await server.createKey();
  const otherKey = await server.createKey();
  const load = new LeadLoad({ key, connections });
  load.start(server);
  const acknowledgeMore = async (count: number) => {
    const enough = load.acknowledged.length + count;
    await eventually(async () => load.acknowledged.length >= enough);
  };
  await acknowledgeMore(leadsMin / 2);
  await server.withDatabase((db) => db.execute('checkpoint'));
  await acknowledgeMore(leadsMin / 2);
  await server.stop('SIGKILL');
  await load.ended();
  await postgres.crash();

  const records = disk.records();
  let [lost, halfMade] = [0, 0];
  // Before the first answer there is no database yet.
  const running = records.slice(records.findIndex(({ kind }) => kind === 'answer'));
  for (const [index, at] of momentsOf(running, cuts, random).entries()) {
    const survives = index % 4 < 2 ? () => false : () => random() < 0.5;
    const seen = await lookAfter(records, { at, survives });
    lost += seen.lost;
    halfMade += seen.halfMade;
  }
  const checkpoint = records.findLast(({ path }) => path.endsWith('/pg_control'))!.position;
  // Of the log; what a checkpoint relies on has to be there, or PostgreSQL does not start.
  const isForgotten = ({ path, position }: JournalRecord) =>
    position > checkpoint && path.includes('/pg_wal');
  const careless = await lookAfter(records, { at: Infinity, isForgotten });
  assert.ok(careless.lost > 0, 'no fsync was needed');

  disk.cut(records, { at: Infinity, into: copy, survives: () => random() < 0.5 });
  const began = performance.now();
  await restartFromCopy();
  server = await startServer({ databaseUrl, env: patientWithPostgres });
  assert.equal((await createLead(server, otherKey)).status, 201);
  const longestRecoveryMs = performance.now() - began;
  await load.sendRetries(server);
  t.diagnostic(`${cuts + 1} power cuts, ${load.acknowledged.length} leads acknowledged`);
  const { seen } = await lookUpLoad(server, key, load);
  settle({ ...seen, lost: lost + seen.lost, halfMade: halfMade + seen.halfMade }, [
    { fault: 'power cut: what was not flushed is lost', times: cuts + 1, longestRecoveryMs },
  ]);
});

/** How many leads are missing that were acknowledged before the power went, or there by half. */
async function lookAfter(
  records: readonly JournalRecord[],
  cut: Omit<PowerCut, 'into'>,
): Promise<{ lost: number; halfMade: number }> {
  disk.cut(records, { ...cut, into: copy });
  await restartFromCopy();
  const access = accessToPostgres(databaseUrl);
  try {
    const before = acknowledgedIn(records).filter(({ position }) => position < cut.at);
    const halfMade = await countHalves({ withDatabase: access.use });
    const lost = await access.use((db) => lostOf(db, before));
    return { lost: lost.length, halfMade };
  } finally {
    await access.close();
  }
}

async function restartFromCopy(): Promise<void> {
  await postgres.close();
  // No process has its number after the machine has started again.
  rmSync(join(copy, 'postmaster.pid'), { force: true });
  // It would flush all files first, for seconds.
  postgres = await startPostgres({ copyOf: copy, settings: { fsync: 'off' } });
  const url = new URL(databaseUrl);
  url.port = String(postgres.port);
  databaseUrl = url.href;
}
