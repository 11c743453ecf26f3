// Two servers change the same records at the same moment: erasures and undone merges, merges and
// leads, rescues, and the event feed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { lockCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { call, createLead, listAll } from '../support/call.ts';
import { eraseCustomer } from '../support/erasure.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { eventually } from '../support/within.ts';

const mergeRounds = 6;
const mergedEmails = ['a@example.com', 'b@example.com', 'c@example.com'];
const rescueRounds = 3;
const rescuesAtOnce = 6;
const writers = 8;
const leadsEach = 16;
const movesEach = 8;
// Several times during each batch of leads.
const readEveryMs = 5;

let nodes: Nodes;
before(async () => {
  nodes = await startNodes();
});
after(() => nodes?.stop());

// Both lock the customers in one order; otherwise they would deadlock.
test('while an undo of a merge locks the first customer, an erasure does not lock the second', async () => {
  const [node] = nodes.all;
  const { id: brandId } = await node.createBrand();
  const key = await node.createKey({ brandId });
  // Without e-mail addresses and phone numbers, no person locks keep them apart.
  const merged = (await createLead(node, key)).body.customerId as string;
  const kept = (await createLead(node, key)).body.customerId as string;
  assert.ok(merged < kept);
  const path = `/v1/api/customers/${kept}/merge`;
  const { status, text } = await call(node, path, { key, body: { customerId: merged } });
  assert.equal(status, 200, text);

  const erasing = await node.withDatabase((db) =>
    db.transaction(async (trx) => {
      await lockCustomers(trx, brandId, [merged]);
      const answer = eraseCustomer(node, key, kept);
      await eventually(() => isWaitedFor(trx));
      const free = await trx.all(
        'select id from customers where brand_id = ? and id = ? for update skip locked',
        brandId,
        kept,
      );
      assert.equal(free.length, 1, 'the erasure has the second one');
      return { answer };
    }),
  );
  assert.equal((await erasing.answer).status, 204);
});

test('no lead stays with a merged customer', async () => {
  for (let round = 0; round < mergeRounds; round++) {
    const [one] = nodes.all;
    const key = await one.createKey();
    const lead = async (email: string) =>
      (await createLead(nodes.next(), key, { email })).body as { id: string; customerId: string };
    const [a, b, c] = (await Promise.all(mergedEmails.map(lead))).map((made) => made.customerId);
    const merge = (keptId: string, customerId: string) =>
      call(nodes.next(), `/v1/api/customers/${keptId}/merge`, { key, body: { customerId } });
    // A cycle of merges: at most two can succeed.
    const [merges, leads] = await Promise.all([
      Promise.all([merge(a!, b!), merge(b!, c!), merge(c!, a!)]),
      Promise.all([...mergedEmails, ...mergedEmails, ...mergedEmails].map(lead)),
    ]);
    const statuses = merges.map(({ status }) => status);
    assert.ok(
      statuses.every((status) => [200, 404, 409].includes(status)),
      String(statuses),
    );
    const customers = await listAll(one, key, '/v1/api/customers?archived=include');
    const done = statuses.filter((status) => status === 200).length;
    assert.ok(done === 2 || done === 1, String(statuses));
    assert.equal(customers.length, mergedEmails.length - done);
    const there = new Set(customers.map(({ id }) => id));
    const listed = await listAll(one, key, '/v1/api/leads?limit=200');
    assert.equal(listed.length, mergedEmails.length + leads.length);
    for (const { customerId } of listed) assert.ok(there.has(customerId), 'its customer is gone');
  }
});

test('a lead refused by one server is rescued by either, exactly once', async () => {
  const key = await nodes.all[0].createKey();
  for (let round = 0; round < rescueRounds; round++) {
    const refused = await createLead(nodes.next(), key, { title: '' });
    const path = `/v1/api/requests/${refused.headers.get('x-request-id')}`;
    const other = nodes.next();
    await eventually(async () => (await call(other, path, { key })).status === 200);
    const answers = await Promise.all(
      Array.from({ length: rescuesAtOnce }, (_, n) =>
        call(nodes.next(), `${path}/rescue`, { key, body: { title: `Try ${n}` } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    assert.deepEqual(statuses, [201, ...Array.from({ length: rescuesAtOnce - 1 }, () => 409)]);
    const made = answers.find(({ status }) => status === 201)!.body;
    const late = await call(nodes.next(), `${path}/rescue`, { key, body: { title: 'Late' } });
    assert.match(late.body.message, new RegExp(`as work item ${made.id}$`));
    assert.equal((await call(nodes.next(), path, { key })).body.rescuedAs, made.id);
  }
  const { body } = await call(nodes.next(), '/v1/api/leads', { key });
  assert.equal(body.data.length, rescueRounds);
});

// No reader skips an event or gets one twice, and all see the same order.
test('a reader of the feed sees every event once while eight write', async () => {
  const key = await nodes.all[0].createKey();
  const shared = (await createLead(nodes.all[0], key, { email: 'shared@example.com' })).body;
  let isWriting = true;
  const readers = [nodes.all[0], nodes.all[1], null].map((node) =>
    follow(key, node, () => isWriting),
  );

  await Promise.all(Array.from({ length: writers }, (_, writer) => write(key, writer, shared.id)));
  isWriting = false;
  const [one, ...others] = await Promise.all(readers);

  assert.deepEqual(
    one!.map(({ id }) => Number(id)),
    one!.map((_, index) => index + 1),
  );
  const view = (events: Seen[]) => events.map(({ id, type, subjectId }) => [id, type, subjectId]);
  for (const other of others) assert.deepEqual(view(other), view(one!));

  const count = (type: string) => one!.filter((event) => event.type === type).length;
  assert.equal(count('lead.created'), 1 + writers * leadsEach);
  assert.equal(count('customer.created'), 1 + writers * leadsEach);
  assert.equal(count('lead.updated'), writers * movesEach);

  // Changes of one record form a chain.
  let last: unknown = shared.title;
  for (const { changes } of one!.filter((event) => event.type === 'lead.updated')) {
    assert.equal(changes!['title']!.before, last);
    last = changes!['title']!.after;
  }
});

interface Seen {
  id: string;
  type: string;
  subjectId: string;
  changes: Record<string, { before: unknown; after: unknown }> | null;
}

async function write(key: string, writer: number, sharedId: string): Promise<void> {
  for (let n = 0; n < leadsEach; n++) {
    const made = await createLead(nodes.next(), key, { email: `${writer}.${n}@example.com` });
    assert.equal(made.status, 201);
    if (n >= movesEach) continue;
    const patched = await call(nodes.next(), `/v1/api/work-items/${sharedId}`, {
      key,
      method: 'PATCH',
      body: { title: `${writer}.${n}` },
    });
    assert.equal(patched.status, 200);
  }
}

/** From one node, or from both in turn. */
async function follow(
  key: string,
  node: Nodes['all'][0] | null,
  isWriting: () => boolean,
): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (;;) {
    const isLast = !isWriting();
    const after = seen.at(-1)?.id ?? '0';
    const path = `/v1/api/events?after=${after}&limit=200`;
    const { status, body } = await call(node ?? nodes.next(), path, { key });
    assert.equal(status, 200);
    seen.push(...body.data);
    if (isLast && body.data.length === 0) return seen;
    await wait(readEveryMs);
  }
}

async function isWaitedFor(db: Database): Promise<boolean> {
  const waiting = await db.all(
    `select pid from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and pg_backend_pid() = any (pg_blocking_pids(pid))`,
  );
  return waiting.length > 0;
}
