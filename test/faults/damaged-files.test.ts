// Pages of the database file or of its write-ahead log are spoiled, as by a failing disk. The server does not start and says
// why, or answers 503, or gives the right answer. A damaged file never makes it say that a lead or a key is not there. Behind the
// damage in a log leads are gone, and the server tells so and keeps the log. With the files as they were, all is there. On folders of
// its own, which are copies.
import assert from 'node:assert/strict';
import { closeSync, cpSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { test } from 'node:test';
import { hashOfApiKey } from '#core/accounts/api-key-format.ts';
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
const times = isLongRun ? { file: 15, log: 10 } : { file: 0, log: 0 };
// In the middle, so that leads are behind it; and in the head, without which none of it is used.
const partsOfLog = isLongRun ? [spoilMiddleOfLog, spoilHeadOfLog] : [spoilMiddleOfLog];
const pagesSpoiledMax = 8;
const lookedUp = 50;

const seed = seedOfRun(20_269);
const random = seededRandom(seed);
let spoiledLog: Buffer;
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
  // Into the file: what the damage of a log can take are leads.
  await server.withDatabase((db) => db.execute('pragma wal_checkpoint(truncate)'));
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
    let missing = 0;
    for (let count = 0; count < lookedUp; count++) {
      const lead = load.acknowledged[upTo(load.acknowledged.length)]!;
      const { status, body } = await call(damaged, `/v1/api/work-items/${lead.id}`, { key });
      if (status === 200) assert.equal(body.title, lead.title);
      else assert.ok(refusals.includes(status), `${lead.title}: ${status}`);
      if (status === 404) missing++;
    }
    assert.equal((await call(damaged, '/healthz')).status, 200);
    return missing;
  };

  let refusedStarts = 0;
  for (let time = 0; time < times.file; time++) {
    const isRefused = await tried(spoilPages, async (damaged) => {
      await assertHonest(damaged, [503]);
    });
    if (isRefused) refusedStarts++;
  }
  t.diagnostic(`${refusedStarts} of ${times.file} starts on a damaged file were refused`);
  for (let time = 0; time < times.log; time++) {
    // SQLite cannot tell what stands behind the damage from what was never committed.
    await tried(spoilLog, async (damaged) => {
      const missing = await assertHonest(damaged, [503, 404]);
      t.diagnostic(`${missing} of ${lookedUp} leads are behind the damage in the log`);
      if (missing > 0) assertLogIsKept(damaged);
    });
  }
  for (const spoilPart of partsOfLog) {
    await tried(spoilPart, async (damaged) => assertLogIsKept(damaged));
  }
  const hash = hashOfApiKey(key);
  for (const index of [0, 1]) {
    const isRefused = await tried(
      (file) => spoilText(file, hash, index),
      async () => {},
    );
    assert.ok(isRefused, 'a key would be refused with 401');
  }

  server = await startServer({ dataDir });
  await load.sendRetries(server);
  await settleLoad(
    server,
    key,
    load,
    { fault: 'damaged database file, then as it was', times: times.file + 2 },
    { fault: 'damaged write-ahead log, then as it was', times: times.log + partsOfLog.length },
  );
});

function assertLogIsKept({ databaseFile, output }: TestServer): void {
  const line = /"copy":"([^"]+)".*is damaged behind frame \d+: SQLite leaves out \d+ frames/;
  const [, copy] = line.exec(output()) ?? [];
  assert.ok(copy, output());
  assert.ok(copy.startsWith(`${databaseFile}-wal.damaged-`));
  assert.deepEqual(readFileSync(copy), spoiledLog);
}

function spoilPages(file: string): void {
  const pages = Math.floor(statSync(file).size / pageBytes);
  for (let count = 1 + upTo(pagesSpoiledMax); count > 0; count--) {
    spoil(file, (1 + upTo(pages - 1)) * pageBytes, pageBytes);
  }
}

function spoilLog(file: string): void {
  spoilFrame(file, upTo(framesOf(file)));
}

function spoilMiddleOfLog(file: string): void {
  spoilFrame(file, Math.floor(framesOf(file) / 2));
}

function spoilFrame(file: string, frame: number): void {
  spoilLogAt(file, logHeadBytes + frame * frameBytes + upTo(pageBytes));
}

function spoilHeadOfLog(file: string): void {
  spoilLogAt(file, logHeadBytes / 2);
}

function spoilLogAt(file: string, at: number): void {
  spoil(`${file}-wal`, at, 8);
  spoiledLog = readFileSync(`${file}-wal`);
}

/** Of the log's last use: frames of an earlier one, with other salts, may follow. */
function framesOf(file: string): number {
  const log = readFileSync(`${file}-wal`);
  const salts = log.subarray(16, 24);
  let frames = 0;
  const saltsOf = (frame: number) => {
    const at = logHeadBytes + frame * frameBytes + 8;
    return log.subarray(at, at + 8);
  };
  while (saltsOf(frames).equals(salts)) frames++;
  return frames;
}

/** Where it stands in the file for the first or second time: in the table, and in an index of it. */
function spoilText(file: string, text: string, index: number): void {
  const bytes = readFileSync(file);
  const first = bytes.indexOf(text);
  const at = index === 0 ? first : bytes.indexOf(text, first + 1);
  assert.ok(at > 0);
  spoil(file, at, 8);
}

function spoil(file: string, at: number, length: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(length, 0xa5), 0, length, at);
  closeSync(descriptor);
}
