// Pages of the database file or of its write-ahead log are spoiled, as by a failing disk. The server does not start and says
// why, or answers 503, or gives the right answer. A damaged file never makes it say that a lead is not there; behind the damage
// in a log leads are gone. With the files as they were, all is there. On folders of its own, which are copies.
import assert from 'node:assert/strict';
import { closeSync, cpSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { test } from 'node:test';
import { databaseFileIn } from '#server/data-folder.ts';
import { call } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { settleLoad } from '../support/fault-outcome.ts';
import { isLongRun } from '../support/fault-record.ts';
import { LeadLoad } from '../support/lead-load.ts';
import { seededRandom, seedOfRun } from '../support/seeded-random.ts';
import { startServer, type TestServer } from '../support/server.ts';

const pageBytes = 4_096;
const logHeadBytes = 32;
const frameBytes = 24 + pageBytes;
const leads = isLongRun ? 2_000 : 200;
const connections = 16;
// In the normal suite faults/readiness has a damaged file.
const times = isLongRun ? { file: 15, log: 10 } : { file: 0, log: 1 };
const pagesSpoiledMax = 8;
const lookedUp = 50;

const seed = seedOfRun(20_269);
const random = seededRandom(seed);
const upTo = (most: number) => Math.floor(random() * most);

test('a damaged file, and a damaged log', async (t) => {
  t.diagnostic(`SEED=${seed}`);
  const folder = temporaryFolder();
  const dataDir = folder.file('data');
  let server = await startServer({ dataDir });
  t.after(async () => {
    await server.stop();
    folder.remove();
  });
  const key = await server.createKey();
  const load = new LeadLoad({ key, connections });
  load.start(server);
  await load.untilAcknowledged(leads);
  // What came last is in the log only.
  await server.stop('SIGKILL');
  await load.ended();
  const copy = folder.file('copy');
  const tried = async (damage: (file: string) => void, look: (on: TestServer) => Promise<void>) => {
    cpSync(dataDir, copy, { recursive: true });
    damage(databaseFileIn(copy));
    const damaged = await startServer({ dataDir: copy }).catch((error: Error) => error.message);
    try {
      if (typeof damaged === 'string') assert.match(damaged, /vakwerk: [^\n]*damaged/);
      else await look(damaged);
    } finally {
      if (typeof damaged !== 'string') await damaged.stop('SIGKILL');
      rmSync(copy, { recursive: true });
    }
    return typeof damaged === 'string';
  };

  const assertHonest = async (damaged: TestServer, refusals: readonly number[]) => {
    for (let count = 0; count < lookedUp; count++) {
      const lead = load.acknowledged[upTo(load.acknowledged.length)]!;
      const { status, body } = await call(damaged, `/v1/api/work-items/${lead.id}`, { key });
      if (status === 200) assert.equal(body.title, lead.title);
      else assert.ok(refusals.includes(status), `${lead.title}: ${status}`);
    }
    assert.equal((await call(damaged, '/healthz')).status, 200);
  };

  let refusedStarts = 0;
  for (let time = 0; time < times.file; time++) {
    if (await tried(spoilPages, (damaged) => assertHonest(damaged, [503]))) refusedStarts++;
  }
  t.diagnostic(`${refusedStarts} of ${times.file} starts on a damaged file were refused`);
  for (let time = 0; time < times.log; time++) {
    // SQLite cannot tell what stands behind the damage from what was never committed.
    await tried(spoilLog, (damaged) => assertHonest(damaged, [503, 404]));
  }

  server = await startServer({ dataDir });
  await load.sendRetries(server);
  await settleLoad(
    server,
    key,
    load,
    { fault: 'damaged database file, then as it was', times: times.file },
    { fault: 'damaged write-ahead log, then as it was', times: times.log },
  );
});

function spoilPages(file: string): void {
  const pages = Math.floor(statSync(file).size / pageBytes);
  for (let count = 1 + upTo(pagesSpoiledMax); count > 0; count--) {
    spoil(file, (1 + upTo(pages - 1)) * pageBytes, pageBytes);
  }
}

function spoilLog(file: string): void {
  const log = `${file}-wal`;
  const frames = Math.floor((statSync(log).size - logHeadBytes) / frameBytes);
  spoil(log, logHeadBytes + upTo(frames) * frameBytes + upTo(pageBytes), 8);
}

function spoil(file: string, at: number, length: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(length, 0xa5), 0, length, at);
  closeSync(descriptor);
}
