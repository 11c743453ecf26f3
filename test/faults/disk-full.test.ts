// A full disk: clients get 503, nothing half-made remains, reads go on, and writes resume once
// there is room, without a restart. A read-only disk stops the start. The first test needs prlimit,
// the others root on Linux; skipped tests say so.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { assertSound } from '../support/assert-sound.ts';
import { call } from '../support/call.ts';
import { runToEnd } from '../support/failed-start.ts';
import { settleLoad } from '../support/fault-outcome.ts';
import { isLongRun } from '../support/fault-record.ts';
import { freePort } from '../support/free-port.ts';
import { type Room, roomOfLog, SmallDisk, whyNoLimits } from '../support/full-disk.ts';
import { LeadLoad } from '../support/lead-load.ts';
import { logFile, type LogPipe, logPipe, type LogPlace } from '../support/log-place.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertUnavailable } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

const connections = 16;
// The disk fills up in another part of the work each time.
const kibLeftInFile = [0, 12, 40, 96, 192];
const kibLeftOnDisk = [4, 24, 64, 128, 256];
const leadsWithRoom = 50;
const refusalsWithout = 20;
const smallDiskBytes = (isLongRun ? 96 : 24) * 1024 * 1024;
const rounds = isLongRun ? 5 : 1;

test('a file that cannot grow', async (t) => {
  const missing = whyNoLimits();
  if (missing !== null) return t.skip(missing);
  const server = await startServer();
  t.after(() => server.stop());
  const survived = await assertSurvives(t, server, roomOfLog(server), kibLeftInFile);
  await settle(server, survived, 'file that may not grow (EFBIG)');
});

const logs: Record<string, ((disk: SmallDisk) => LogPlace | LogPipe) | null> = {
  'with the log elsewhere': null,
  'and the log on it': (disk) => logFile(join(disk.path, 'log')),
  'and the log in a pipe that nobody reads': (disk) => logPipe(join(disk.path, 'log')),
};
for (const [name, openLog] of Object.entries(logs)) {
  test(`a full disk, ${name}`, async (t) => {
    const disk = SmallDisk.mount(smallDiskBytes);
    if (typeof disk === 'string') return t.skip(disk);
    let server: TestServer | undefined;
    const log = openLog?.(disk);
    t.after(async () => {
      await server?.stop();
      log?.close();
      disk.unmount();
    });
    const env = { PORT: await freePort() };
    const start = () => startServer({ dataDir: disk.path, env, ...(log && { log }) });
    server = await start();
    if (log && 'stall' in log) log.stall();
    // The disk fills up in every part of the work once.
    const kibLeft = log ? kibLeftOnDisk.slice(0, 2) : kibLeftOnDisk;
    const survived = await assertSurvives(t, server, disk, kibLeft);

    await emptyLog(server);
    disk.take(0);
    assert.equal(await server.stop(), 0, 'it cannot close');
    // Space that was freed on close.
    disk.giveBack();
    disk.take(0);
    server = await start();
    await assertReadsGoOn(server, survived.key);
    assertUnavailable(await call(server, '/readyz'));
    disk.giveBack();
    await eventually(() => isReady(server!));
    const fault = `full disk, ${name}`;
    if (log) return settle(server, survived, fault);

    await server.stop();
    disk.setReadOnly(true);
    const refused = await runToEnd({ dataDir: disk.path });
    disk.setReadOnly(false);
    assert.match(refused.stderr, /^vakwerk: DATA_DIR [^\n]*read-only[^\n]*\n$/);
    server = await start();
    await settle(server, survived, fault, { fault: 'start on a read-only disk', times: 1 });
  });
}

interface Survived {
  key: string;
  load: LeadLoad;
  times: number;
  longestRecoveryMs: number;
}

async function assertSurvives(
  t: TestContext,
  server: TestServer,
  room: Room,
  kibLeftOnce: readonly number[],
): Promise<Survived> {
  const kibLeftEachTime = Array.from({ length: rounds }, () => kibLeftOnce).flat();
  let longestRecoveryMs = 0;
  const key = await server.createKey();
  const load = new LeadLoad({ key, connections });
  const countOf = (status: number) => load.leads.filter((lead) => lead.status === status).length;
  const sendUntil = async (status: number, more: number, meanwhile = async () => {}) => {
    const before = countOf(status);
    load.start(server);
    await eventually(async () => countOf(status) >= before + more);
    await meanwhile();
    await load.stop();
  };

  await sendUntil(201, leadsWithRoom);
  for (const [time, kibLeft] of kibLeftEachTime.entries()) {
    await emptyLog(server);
    room.take(kibLeft * 1024);
    await sendUntil(503, refusalsWithout, () => assertReadsGoOn(server, key));
    assertUnavailable(load.refusals.at(-1)!);
    assert.equal(countOf(201) + countOf(503), load.leads.length, 'every lead is made or refused');
    assert.equal(await assertSound(server), load.acknowledged.length, 'no refused lead is there');
    if (time === kibLeftEachTime.length - 1) {
      await eventually(async () => !(await isReady(server)));
      assertUnavailable(await call(server, '/readyz'));
    }
    room.giveBack();
    const freeAt = performance.now();
    await eventually(() => isReady(server));
    longestRecoveryMs = Math.max(longestRecoveryMs, performance.now() - freeAt);
    await sendUntil(201, leadsWithRoom);
  }
  t.diagnostic(`${countOf(201)} leads acknowledged, ${countOf(503)} refused`);

  return { key, load, times: kibLeftEachTime.length, longestRecoveryMs };
}

/** Exactly the acknowledged leads are there. */
async function settle(
  server: TestServer,
  { key, load, times, longestRecoveryMs }: Survived,
  fault: string,
  ...also: { fault: string; times: number }[]
): Promise<void> {
  const done = { fault, times, longestRecoveryMs };
  const found = await settleLoad(server, key, load, done, ...also);
  assert.equal(found, load.acknowledged.length);
  assert.equal(await assertSound(server), found);
}

// Free pages within the log would be room too.
function emptyLog(server: TestServer): Promise<void> {
  return server.withDatabase((db) => db.execute('pragma wal_checkpoint(truncate)'));
}

async function assertReadsGoOn(server: TestServer, key: string): Promise<void> {
  for (const path of ['/healthz', '/v1/api/leads', '/v1/api/leads?q=customer']) {
    assert.equal((await call(server, path, { key })).status, 200, path);
  }
}

async function isReady(server: TestServer): Promise<boolean> {
  return (await call(server, '/readyz')).status === 200;
}
