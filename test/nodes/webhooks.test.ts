// Two servers on one database deliver each event once, whichever of them created it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createLead } from '../support/call.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type Receiver, sendingTo, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';

// Polling for missed jobs takes longer than a test waits.
const jobLeaseMs = '600000';

let nodes: Nodes;
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
  nodes = await startNodes({ env: { ...sendingTo(receiver), JOB_LEASE_MS: jobLeaseMs } });
});
after(async () => {
  await nodes?.stop();
  await receiver?.close();
});

const leads = 18;
const atOnce = 6;
const singleLeads = 25;
const pauseMsMax = 25;
const seed = Number(process.env['SEED'] ?? 5);

test('one lead at a time: each arrives, whenever the previous one ends', async (t) => {
  const [node] = nodes.all;
  const key = await node.createKey();
  const random = seededRandom(seed);
  t.diagnostic(`SEED=${seed}`);
  await webhookApi(node, key).create(receiver.url('/single'), { eventTypes: ['lead.created'] });
  for (let count = 1; count <= singleLeads; count++) {
    await createLead(nodes.next(), key);
    await receiver.until('/single', count);
    await wait(random() * pauseMsMax);
  }
});

test('each event is delivered once and in order', async () => {
  const [node] = nodes.all;
  const brand = await node.createBrand();
  const key = await node.createKey({ brandId: brand.id });
  const api = webhookApi(node, key);
  const eventTypes = ['lead.created'];
  const { id } = await api.create(receiver.url('/once'), { eventTypes });
  await api.create(receiver.url('/flaky'), { eventTypes });
  receiver.behave('/flaky', { status: 500 });
  const made: string[] = [];
  for (let count = 0; count < leads; count += atOnce) {
    const answers = await Promise.all(
      Array.from({ length: atOnce }, () => createLead(nodes.next(), key)),
    );
    made.push(...answers.map(({ body }) => body.id));
  }
  await api.settled(id, leads);
  const messages = await receiver.until('/once', leads);
  assert.equal(messages.length, leads);
  assert.deepEqual(messages.map(({ event }) => event.subjectId).sort(), made.sort());
  const numbers = messages.map(({ event }) => Number(event.id));
  assert.deepEqual(
    numbers,
    numbers.toSorted((one, other) => one - other),
  );
  // Each failure is retried three times, by either server.
  const flaky = await receiver.until('/flaky', leads * 4);
  const counts = Map.groupBy(flaky, ({ event }) => event.id);
  assert.deepEqual(new Set([...counts.values()].map((group) => group.length)), new Set([4]));
});
