// A server stands still for longer than its leases last (SIGSTOP), as a virtual machine does that is being moved, and then goes on:
// what another one has done meanwhile is not done again, and no lead is lost. Servers of their own, because they are stopped.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { assertSound } from '../support/assert-sound.ts';
import { call, createLead } from '../support/call.ts';
import { settleLeads, settleLoad } from '../support/fault-outcome.ts';
import { LeadLoad } from '../support/lead-load.ts';
import { metric } from '../support/metrics.ts';
import { outcomesOf, trusting, wordsFor } from '../support/photo-server.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { dropDatabase } from '../support/postgres.ts';
import { createMigratedDatabase, postgresForTests } from '../support/postgres-for-tests.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { patientWithPostgres, startServer, type TestServer } from '../support/server.ts';
import { type Receiver, sendingTo, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';

// Long enough to be renewed in time on a busy machine.
const leaseMs = 5_000;
const stoppedMs = leaseMs + 1_000;
const connections = 8;
const leads = 40;

let host: PictureHost;
let receiver: Receiver;
let bucket: S3Server;
before(async () => {
  host = await startPictureHost();
  receiver = await startReceiver();
  bucket = await startS3Server();
});
after(async () => {
  await bucket?.stop();
  await receiver?.close();
  await host?.close();
});

function settings(): Record<string, string> {
  return {
    ...trusting(host),
    ...sendingTo(receiver),
    ...bucket.env,
    PHOTO_WAIT_MS: '0',
    JOB_LEASE_MS: String(leaseMs),
  };
}

test('on PostgreSQL, where another node takes over', async (t) => {
  const databaseUrl = await createMigratedDatabase();
  const nodes: TestServer[] = [];
  const start = async () => {
    const env = { ...patientWithPostgres, ...settings() };
    const node = await startServer({ databaseUrl, env });
    nodes.push(node);
    return node;
  };
  t.after(async () => {
    for (const node of nodes) await node.stop('SIGKILL');
    await dropDatabase(await postgresForTests(), databaseUrl);
  });
  const stopped = await start();
  const key = await stopped.createKey();
  const eventTypes = ['lead.created'];
  const endpoint = await webhookApi(stopped, key).create(receiver.url('/node'), { eventTypes });
  receiver.behave('/node', { hangs: true });
  const photoUrls = [host.url('/held?n=1')];
  const { body: lead } = await createLead(stopped, key, { photoUrls });
  await receiver.until('/node', 1);
  await eventually(async () => host.hits('/held') === 1);

  await stopOutsideTransaction(stopped);
  const headers = { 'idempotency-key': 'sent to both' };
  const held = createLead(stopped, key, {}, headers);
  const other = await start();
  const { status, body: retried } = await createLead(other, key, {}, headers);
  assert.equal(status, 201);
  await receiver.until('/node', 2);
  await eventually(async () => host.hits('/held') >= 2);
  // The other has both jobs now. The photo of the one that is stopped arrives, its message is broken off.
  receiver.behave('/node', {});
  receiver.hangUp(1);
  host.release(1);
  const began = performance.now();
  process.kill(stopped.pid, 'SIGCONT');
  const late = await held;
  const recoveredMs = performance.now() - began;
  assert.equal(late.status, 201, late.text);
  assert.equal(late.body.id, retried.id, 'it was made twice');
  // Its claims are not the latest, so it ends neither job, though it has both in its hands.
  await eventually(async () => (await metric(stopped, 'vakwerk_queue_length{queue="jobs"}')) === 0);
  const photosPath = `/v1/api/work-items/${lead.id}/photos`;
  const { body: photos } = await call(other, photosPath, { key });
  assert.deepEqual(wordsFor(photos.data), ['pending']);
  assert.deepEqual(await webhookApi(other, key).deliveries(endpoint.id), []);
  receiver.hangUp();
  host.release();
  assert.deepEqual(wordsFor(await outcomesOf(other, key, lead.id)), ['stored']);
  await webhookApi(other, key).settled(endpoint.id, 2);
  // It goes on by itself, with what it held and with new work.
  await other.stop();
  const { body: newLead } = await createLead(stopped, key, { photoUrls: [host.url('/photo.png')] });
  assert.deepEqual(wordsFor(await outcomesOf(stopped, key, newLead.id)), ['stored']);
  await webhookApi(stopped, key).settled(endpoint.id, 3);
  const events = await stopped.withDatabase((db) =>
    db.all<{ type: string }>('select type from events where subject_id = ?', lead.id),
  );
  const types = events.map(({ type }) => type);
  assert.deepEqual(types, [...new Set(types)], 'something was done twice');
  assertSameIds('/node');
  const ids = [lead.id, retried.id, newLead.id];
  await settleLeads(
    stopped,
    key,
    { ids },
    {
      fault: 'SIGSTOP beyond a lease, another node takes over',
      times: 1,
      longestRecoveryMs: recoveredMs,
    },
  );
});

// Within one it would hold the locks on its jobs for DATABASE_WAIT_MS twice, and what the other has begun would time out.
async function stopOutsideTransaction({ pid, withDatabase }: TestServer): Promise<void> {
  await eventually(async () => {
    process.kill(pid, 'SIGSTOP');
    const transactions = await withDatabase((db) =>
      db.all(`select 1 from pg_stat_activity where datname = current_database()
        and xact_start is not null and pid <> pg_backend_pid()`),
    );
    if (transactions.length > 0) process.kill(pid, 'SIGCONT');
    return transactions.length === 0;
  });
}

test('on SQLite, where it goes on alone', async (t) => {
  const server = await startServer({ env: settings() });
  t.after(() => server.stop('SIGKILL'));
  const key = await server.createKey();
  const eventTypes = ['lead.created'];
  const endpoint = await webhookApi(server, key).create(receiver.url('/alone'), { eventTypes });
  receiver.behave('/alone', { hangs: true });
  const load = new LeadLoad({ key, connections });
  load.start(server);
  await eventually(async () => load.acknowledged.length >= leads / 2);
  await receiver.until('/alone', 1);
  process.kill(server.pid, 'SIGSTOP');
  receiver.behave('/alone', {});
  receiver.hangUp();
  await wait(stoppedMs);
  const before = load.acknowledged.length;
  const began = performance.now();
  process.kill(server.pid, 'SIGCONT');
  await eventually(async () => load.acknowledged.length > before);
  const longestRecoveryMs = Math.round(performance.now() - began);
  await eventually(async () => load.acknowledged.length >= leads);
  await load.stop();
  await eventually(async () => {
    const events = new Set(receiver.received('/alone').map(({ event }) => event.subjectId));
    return load.acknowledged.every(({ id }) => events.has(id));
  });
  await webhookApi(server, key).settled(endpoint.id, 1);

  const done = { fault: 'SIGSTOP beyond a lease', times: 1, longestRecoveryMs };
  assert.equal(await assertSound(server), await settleLoad(server, key, load, done));
  assertSameIds('/alone');
});

/** What was being sent when a server was stopped may be sent again, under the same id. */
function assertSameIds(path: string): void {
  for (const same of Map.groupBy(receiver.received(path), ({ event }) => event.id).values()) {
    const ids = new Set(same.map((message) => message.headers['webhook-id']));
    assert.equal(ids.size, 1, 'a repeated message has another id');
    // By the one that was stopped, and by the other, which then tries again what was broken off.
    assert.ok(same.length <= 3, `${same.length} messages`);
  }
}
