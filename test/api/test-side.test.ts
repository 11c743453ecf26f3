// A test key sees and changes only the test side of its brand, and a live key only the live side.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import type { TestServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';

const place = { street: 'Oudegracht', streetNumber: '7', city: 'Utrecht' };
const person = { email: 'both@example.com', phone: '0612345678', ...place };

interface Side {
  key: string;
  brandId: string;
}

async function sidesOf(server: TestServer): Promise<{ live: Side; testing: Side }> {
  const { id } = await server.createBrand({ name: 'Two sides' });
  const sideOf = async (isTest: boolean) => {
    const key = await server.createKey({ brandId: id, isTest });
    const { body } = await call(server, '/v1/api/key', { key });
    assert.equal(body.isTest, isTest);
    return { key, brandId: body.brandId };
  };
  return { live: await sideOf(false), testing: await sideOf(true) };
}

await withEachServer('the two sides of a brand', (server) => {
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver({ isShared: true });
  });
  after(() => receiver?.close());

  test('a test key begins with vk_test_, and all test keys share one side', async () => {
    const { live, testing } = await sidesOf(server);
    assert.match(testing.key, /^vk_test_[0-9A-Za-z]{38}$/);
    assert.match(live.key, /^vk_[0-9A-Za-z]{38}$/);
    assert.notEqual(testing.brandId, live.brandId);
    const another = await server.createKey({ brandId: live.brandId, isTest: true });
    const { body } = await call(server, '/v1/api/key', { key: another });
    assert.equal(body.brandId, testing.brandId);
  });

  test('a mistyped or relabelled test key is refused', async () => {
    const { live, testing } = await sidesOf(server);
    for (const key of [
      testing.key.replace('vk_test_', 'vk_'),
      live.key.replace('vk_', 'vk_test_'),
      `${testing.key.slice(0, -1)}-`,
      'vk_test_',
    ]) {
      assertError(await call(server, '/v1/api/leads', { key }), 401);
    }
  });

  test('no list shows the other side', async () => {
    const { live, testing } = await sidesOf(server);
    const made = new Map<Side, string[]>();
    for (const side of [live, testing]) {
      const { key } = side;
      const lead = await createLead(server, key, person);
      const converted = await createLead(server, key, { email: 'job@example.com' });
      const moving = { method: 'PATCH', body: { status: 'pending' } };
      await call(server, `/v1/api/work-items/${converted.body.id}`, { key, ...moving });
      const hook = await webhookApi(server, key).create('https://example.com/', {
        state: 'paused',
      });
      const link = { key, body: { name: 'Phone' } };
      assert.equal((await call(server, '/v1/api/calendar-links', link)).status, 201);
      assert.equal(lead.body.brandId, side.brandId);
      made.set(side, [lead.body.id, lead.body.customerId, lead.body.addressId, hook.id]);
    }
    for (const path of [
      '/v1/api/leads',
      '/v1/api/leads?q=jansen&archived=include',
      '/v1/api/work-items',
      '/v1/api/customers',
      '/v1/api/address',
      '/v1/api/events',
      '/v1/api/webhooks',
      '/v1/api/calendar-links',
      '/v1/api/requests',
    ]) {
      const [ofLive, ofTest] = await Promise.all(
        [live, testing].map(async ({ key }) => {
          const listed: { id: unknown }[] = await untilListed(server, key, path);
          return listed.map((one) => JSON.stringify(one));
        }),
      );
      assert.ok(ofLive!.length > 0 && ofLive!.length === ofTest!.length, path);
      for (const [side, rows] of [
        [live, ofTest!],
        [testing, ofLive!],
      ] as const) {
        const text = rows.join();
        for (const id of [side.brandId, ...made.get(side)!]) assert.ok(!text.includes(id), path);
      }
    }
  });

  test('records of the other side do not exist', async () => {
    const { live, testing } = await sidesOf(server);
    for (const [own, other] of [
      [live, testing],
      [testing, live],
    ] as const) {
      const { body } = await createLead(server, own.key, person);
      const { key } = other;
      const item = `/v1/api/work-items/${body.id}`;
      assertError(await call(server, item, { key }), 404);
      assertError(await call(server, `${item}/history`, { key }), 404);
      assertError(await call(server, `/v1/api/customers/${body.customerId}`, { key }), 404);
      assertError(await call(server, `/v1/api/address/${body.addressId}`, { key }), 404);
      const change = { key, method: 'PATCH', body: { title: 'Changed' } };
      assertError(await call(server, item, change), 404);
      assertError(await call(server, item, { key, method: 'DELETE' }), 404);
    }
  });

  test('a person is another customer on the test side', async () => {
    const { live, testing } = await sidesOf(server);
    const real = await createLead(server, live.key, { email: person.email });
    const tried = await createLead(server, testing.key, person);
    const again = await createLead(server, testing.key, person);
    assert.notEqual(tried.body.customerId, real.body.customerId);
    assert.equal(again.body.customerId, tried.body.customerId);
    assert.equal(tried.body.notes, null);
    const path = `/v1/api/customers/${real.body.customerId}`;
    const { body: customer } = await call(server, path, { key: live.key });
    assert.deepEqual([customer.phone, customer.addressId], ['', '']);
  });

  test('an Idempotency-Key counts on its own side', async () => {
    const { live, testing } = await sidesOf(server);
    const headers = { 'idempotency-key': 'one-key-for-both' };
    const real = await createLead(server, live.key, {}, headers);
    const tried = await createLead(server, testing.key, { title: 'Another body' }, headers);
    assert.deepEqual([real.status, tried.status], [201, 201]);
    const replay = await createLead(server, testing.key, { title: 'Another body' }, headers);
    assert.equal(replay.headers.get('idempotent-replayed'), 'true');
    assert.equal(replay.body.id, tried.body.id);
  });

  test('a webhook gets the events of its own side only', async () => {
    const { live, testing } = await sidesOf(server);
    const paths = { live: `/live-${live.brandId}`, testing: `/test-${live.brandId}` };
    await webhookApi(server, live.key).create(receiver.url(paths.live));
    await webhookApi(server, testing.key).create(receiver.url(paths.testing));
    const tried = await createLead(server, testing.key, { title: 'Tried' });
    const real = await createLead(server, live.key, { title: 'Real' });
    // Deliveries are in order, so a second lead proves that nothing came in between.
    await createLead(server, testing.key, { title: 'Tried again' });
    await createLead(server, live.key, { title: 'Real again' });
    for (const [path, first, side] of [
      [paths.live, real, live],
      [paths.testing, tried, testing],
    ] as const) {
      const messages = await receiver.until(path, 4);
      assert.ok(messages.every(({ event }) => event.data.brandId === side.brandId));
      assert.ok(messages.some(({ event }) => event.data.id === first.body.id));
    }
  });

  test('an unknown brand has no test side', async () => {
    const key = await server.createKey({ isTest: true });
    const { body } = await call(server, '/v1/api/key', { key });
    // The test side is no brand that could have a test side itself.
    await assert.rejects(server.createKey({ brandId: body.brandId, isTest: true }));
  });
});

/** The request log is written after the response. */
async function untilListed(server: TestServer, key: string, path: string) {
  if (path !== '/v1/api/requests') return listAll(server, key, path);
  const isSettled = async () => (await refused()).length === 1;
  const refused = () => listAll(server, key, `${path}?status=404`);
  assertError(await call(server, '/v1/api/leads/none/none', { key }), 404);
  await eventually(isSettled);
  return refused();
}
