// Deliveries in flight during an erasure, and other concurrent work. Own servers: all of their
// tables are searched.
import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { after, before, test } from 'node:test';
import { uuidV7Maker } from '#core/uuid-v7.ts';
import { call, createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { eraseCustomer, looksOften, untilForgotten } from '../support/erasure.ts';
import type { TestServer } from '../support/server.ts';
import { tracesOf } from '../support/traces.ts';
import { type Receiver, sendingTo, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';

withEachDatabase('erasure beside other things', (start) => {
  let server: TestServer;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
    server = await start({
      env: { ...looksOften, ...sendingTo(receiver) },
    });
  });
  after(async () => {
    await server?.stop();
    await receiver?.close();
  });

  const newBrand = async () => {
    const brand = await server.createBrand();
    return { brandId: brand.id, key: await server.createKey({ brandId: brand.id }) };
  };
  const erase = async (key: string, id: string) => {
    const { status, text } = await eraseCustomer(server, key, id);
    assert.ok([202, 204].includes(status), text);
  };
  const patch = async (key: string, path: string, body: unknown) => {
    const answer = await call(server, path, { key, method: 'PATCH', body });
    assert.equal(answer.status, 200, answer.text);
  };

  for (const isFormer of [false, true]) {
    test(`an address on its way, ${isFormer ? 'former addresses' : 'where they are'}`, async () => {
      const { key } = await newBrand();
      const path = `/address-${isFormer}`;
      const { id } = await webhookApi(server, key).create(receiver.url(path), {
        eventTypes: ['address.updated'],
      });
      const person = { email: 'orla@example.com', city: 'Utrecht' };
      const first = (await createLead(server, key, person)).body;
      const second = (await createLead(server, key, person)).body;
      const { addressId } = second;
      if (isFormer) {
        await patch(key, `/v1/api/work-items/${first.id}`, { addressId });
        await patch(key, `/v1/api/customers/${first.customerId}`, { addressId });
      }
      const answer = Promise.withResolvers<void>();
      receiver.behave(path, { until: answer.promise, echoes: true });
      const word = `canaryway${isFormer}`;
      const changed = isFormer ? first.addressId : addressId;
      await patch(key, `/v1/api/address/${changed}`, { locationNotes: word });
      const [message] = await receiver.until(path, 1);
      assert.match(message!.body, new RegExp(word));
      await erase(key, first.customerId);
      await assertNotWrittenDown(key, id);
      answer.resolve();
      await assertNothingLate(key, id, word);
      await untilForgotten(server);
      assert.deepEqual(await tracesOf(server, [word]), []);
    });
  }

  const assertNotWrittenDown = async (key: string, webhookId: string) =>
    assert.deepEqual(await webhookApi(server, key).deliveries(webhookId), []);

  /** Deliveries sent during the erasure, as soon as they are recorded. */
  const assertNothingLate = async (key: string, webhookId: string, word: string) => {
    const webhooks = webhookApi(server, key);
    await eventually(async () => (await webhooks.deliveries(webhookId)).length > 0);
    await assertNothingInLog(key, webhookId, word);
  };

  const assertNothingInLog = async (key: string, webhookId: string, word: string) => {
    const webhooks = webhookApi(server, key);
    for (const { id } of await webhooks.deliveries(webhookId)) {
      const { body, text } = await webhooks.get(`/${webhookId}/deliveries/${id}`);
      assert.doesNotMatch(text, new RegExp(word, 'i'));
      assert.ok(body.attempts.length > 0);
      for (const { responseStart } of body.attempts) assert.equal(responseStart, null);
    }
  };

  for (const type of ['lead.created', 'customer.created']) {
    test(`a ${type} in flight, to a receiver that echoes it late`, async () => {
      const { key } = await newBrand();
      const path = `/late-${type}`;
      const answer = Promise.withResolvers<void>();
      receiver.behave(path, { until: answer.promise, echoes: true });
      const { id } = await webhookApi(server, key).create(receiver.url(path), {
        eventTypes: [type, 'customer.erased'],
      });
      const word = `Canarylate${type.slice(0, 4)}`;
      const person = { customerName: word, email: 'late@example.com' };
      const { customerId } = (await createLead(server, key, person)).body;
      const [message] = await receiver.until(path, 1);
      assert.match(message!.body, new RegExp(word));
      // From the next one on: it still knows the person.
      receiver.behave(path, { body: `${word} is gone` });
      await erase(key, customerId);
      await assertNotWrittenDown(key, id);
      answer.resolve();
      await assertNothingLate(key, id, word);
      await webhookApi(server, key).settled(id, 2);
      await assertNothingInLog(key, id, word);
      await untilForgotten(server);
      assert.deepEqual(await tracesOf(server, [word]), []);
    });
  }

  test('a replay sends and logs nothing of an erased person', async () => {
    const { key, brandId } = await newBrand();
    const webhooks = webhookApi(server, key);
    const path = '/replayed';
    const { id } = await webhooks.create(receiver.url(path), { eventTypes: ['lead.created'] });
    const many = 18;
    const leads = Array.from({ length: many }, (_, n) => ({
      customerName: 'Canaryreplayed',
      title: `Lead ${n}`,
      email: 'replayed@example.com',
    }));
    await call(server, '/v1/api/leads/batch', { key, body: { leads } });
    const sent = await receiver.until(path, many);
    await webhooks.settled(id, many);
    const customerId = sent[0]!.event.data.customerId as string;
    // As the log is after a month.
    await server.withDatabase((db) =>
      db.run('delete from webhook_deliveries where brand_id = ?', brandId),
    );
    receiver.behave(path, { delayMs: 500 });
    const replay = await webhooks.post(`/${id}/replay`, { since: '2020-01-01T00:00:00Z' });
    assert.equal(replay.status, 202, replay.text);
    await receiver.until(path, many + 1);
    await erase(key, customerId);
    // A payload read before the erasure may still be sent for a second, and recorded then.
    const settledAt = receiver.received(path).length + 5;
    await receiver.until(path, settledAt);
    await untilForgotten(server);
    const messages = await receiver.until(path, 2 * many);
    for (const { body } of messages.slice(settledAt)) assert.doesNotMatch(body, /canary/i);
    await webhooks.settled(id, many);
    assert.deepEqual(await tracesOf(server, ['canaryreplayed']), []);
  });

  test('leads are not blocked while large requests are scanned', async () => {
    const { key, brandId } = await newBrand();
    const person = { customerName: 'Orla Canary', email: 'orla@example.com' };
    const { customerId } = (await createLead(server, key, person)).body;
    const [{ keyId }] = (await server.withDatabase((db) =>
      db.all<{ keyId: string }>('select id as "keyId" from api_keys where brand_id = ?', brandId),
    )) as [{ keyId: string }];
    const makeId = uuidV7Maker((bytes) => void randomFillSync(bytes));
    const many = 24;
    const words = Array.from({ length: 8_000 }, (_, n) => `Orla\n${n} of the Canary birds`);
    const rows = Array.from({ length: many }, (_, n) => ({
      brandId,
      id: makeId(Date.now()),
      keyId,
      memberId: null,
      method: 'POST',
      route: '/v1/api/leads',
      path: null,
      status: 400,
      durationMs: 1,
      message: null,
      body: JSON.stringify({ words, mark: `largemark${n % 2}`, ...(n % 2 === 1 && person) }),
      rescuedAs: null,
    }));
    await server.withDatabase((db) => db.insertRows('loggedRequests', rows));

    await erase(key, customerId);
    const done = untilForgotten(server).then(() => true);
    const kept = (column: string) =>
      server.withDatabase((db) =>
        db.all<Record<string, string>>(
          `select ${column} from logged_requests where brand_id = ? and body is not null`,
          brandId,
        ),
      );
    // Each request fills a chunk, and every other one is erased. All at once, no intermediate count
    // would be seen.
    const counts = new Set<number>();
    do {
      assert.equal((await createLead(server, key)).status, 201);
      counts.add((await kept('id')).length);
    } while (!(await Promise.race([done, false])));
    const left = await kept('body');
    assert.equal(left.length, many / 2);
    assert.ok(left.every(({ body }) => body!.includes('largemark0')));
    assert.ok(counts.size >= many / 4, `${counts.size} leads saw it go on`);
  });

  for (const isLate of [false, true]) {
    const when = isLate ? 'on their way' : 'sent before';
    test(`deliveries ${when} forget the customer that an item was moved away from`, async () => {
      const { key } = await newBrand();
      const word = `canarymoved${isLate}`;
      const phone = '0687654321';
      const { customerId } = (await createLead(server, key, { customerName: word, phone })).body;
      const path = `/moved-${isLate}`;
      const answer = Promise.withResolvers<void>();
      if (isLate) receiver.behave(path, { until: answer.promise, echoes: true });
      const webhooks = webhookApi(server, key);
      const { id } = await webhooks.create(receiver.url(path), { eventTypes: ['lead.created'] });
      const lead = (await createLead(server, key, { customerName: 'Mia', phone })).body;
      assert.equal(lead.customerId, customerId);
      const [message] = await receiver.until(path, 1);
      assert.match(message!.body, new RegExp(word));
      if (!isLate) await webhooks.settled(id, 1);
      await patch(key, `/v1/api/work-items/${lead.id}`, { customerId: null });
      await erase(key, customerId);
      answer.resolve();
      await eventually(async () => (await webhooks.deliveries(id)).length > 0);
      await untilForgotten(server);
      assert.deepEqual(await tracesOf(server, [word]), []);
      const [delivery] = await webhooks.deliveries(id);
      assert.match((await webhooks.get(`/${id}/deliveries/${delivery!.id}`)).text, /Mia/);
    });
  }
});
