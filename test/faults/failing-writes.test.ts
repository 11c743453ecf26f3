// Writes fail with EIO or ENOSPC, are cut short, or cannot be flushed: callers get 503, reads go
// on, and writes resume once the disk works, without a restart. Acknowledged leads survive, also a
// kill. Own server: its writes are made to fail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseFileIn } from '#server/data-folder.ts';
import { assertSound } from '../support/assert-sound.ts';
import { call } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { settleLoad } from '../support/fault-outcome.ts';
import { isLongRun } from '../support/fault-record.ts';
import { faultyWrites, type WriteFault } from '../support/faulty-writes.ts';
import { LeadLoad, loadWord } from '../support/lead-load.ts';
import { cannotPreload } from '../support/preload.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertUnavailable } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

const faults: WriteFault[] = ['eio', 'enospc', 'short', 'fsync'];
const times = isLongRun ? 10 : 1;
const connections = 8;
const leadsBetween = 30;
const refusalsEach = 20;

test('writes that fail', { skip: cannotPreload }, async (t) => {
  const data = temporaryFolder();
  const dataDir = data.file('data');
  const disk = faultyWrites(data.path, databaseFileIn(dataDir));
  let server = await startServer({ dataDir, env: disk.env });
  t.after(async () => {
    await server.stop('SIGKILL');
    data.remove();
  });
  const key = await server.createKey();
  const load = new LeadLoad({ key, connections });
  const countOf = (status: number) => load.leads.filter((lead) => lead.status === status).length;
  let longestRecoveryMs = 0;
  await sendUntil(load, server, () => countOf(201) >= leadsBetween);
  for (const fault of Array.from({ length: times }, () => faults).flat()) {
    const refusedBefore = countOf(503);
    disk.begin(fault);
    await sendUntil(load, server, () => countOf(503) >= refusedBefore + refusalsEach);
    assertUnavailable(load.refusals.at(-1)!);
    for (const path of ['/healthz', '/v1/api/leads', `/v1/api/leads?q=${loadWord}`]) {
      assert.equal((await call(server, path, { key })).status, 200, `${path} with ${fault}`);
    }
    disk.end();
    const began = performance.now();
    const madeBefore = countOf(201);
    await sendUntil(load, server, () => countOf(201) > madeBefore);
    longestRecoveryMs = Math.max(longestRecoveryMs, performance.now() - began);
    await sendUntil(load, server, () => countOf(201) >= madeBefore + leadsBetween);
    assert.equal(countOf(201) + countOf(503), load.leads.length, `made or refused with ${fault}`);
  }
  // A kill reveals data that was only in memory or only seemed stored.
  await server.stop('SIGKILL');
  server = await startServer({ dataDir });

  t.diagnostic(`${countOf(201)} leads acknowledged, ${countOf(503)} refused`);
  const found = await settleLoad(server, key, load, {
    fault: 'writes fail: EIO, ENOSPC, cut short, fsync',
    times: times * faults.length,
    longestRecoveryMs,
  });
  assert.equal(await assertSound(server), found);
  // A lead refused because of a failed flush may exist, as the docs on retries say; no other may.
  assert.ok(found - load.acknowledged.length <= countOf(503));
});

async function sendUntil(
  load: LeadLoad,
  server: TestServer,
  isEnough: () => boolean,
): Promise<void> {
  load.start(server);
  await eventually(async () => isEnough());
  await load.stop();
}
