// Failing and paused webhooks, and replays.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import { type Message, type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { type WebhookApi, webhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';

const day = 24 * 60 * 60 * 1000;

await withEachServer('webhook states and replays', (server) => {
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver({ isShared: true });
  });
  after(() => receiver?.close());

  const newBrand = async () => {
    const brand = await server.createBrand();
    const key = await server.createKey({ brandId: brand.id });
    return { key, api: webhookApi(server, key) };
  };
  const wasFailing = (id: string, since: number, last: number) =>
    server.withDatabase((db) => {
      const changes = 'failing_since = ?, last_failed_at = ?';
      return db.run(`update webhook_endpoints set ${changes} where id = ?`, since, last, id);
    });
  const idsOf = (messages: readonly Message[]) => messages.map(({ event }) => Number(event.id));

  test('410 disables immediately with an event; reactivated it continues', async () => {
    const { key, api } = await newBrand();
    const { id } = await api.create(receiver.url('/gone'), { eventTypes: ['lead.created'] });
    await api.create(receiver.url('/told'), { eventTypes: ['webhook.disabled'] });
    receiver.behave('/gone', { status: 410 });
    await createLead(server, key);
    const [told] = await receiver.until('/told', 1);
    const { subjectId, actor, actorId, reason, changes, data } = told!.event;
    assert.deepEqual([subjectId, actor, actorId], [id, 'system', null]);
    assert.match(reason, /410/);
    assert.deepEqual(changes.state, { before: 'active', after: 'disabled' });
    const { body: disabled } = await api.get(`/${id}`);
    assert.deepEqual([disabled.state, disabled.disabledReason], ['disabled', 'gone']);
    assert.deepEqual(data, disabled);

    await createLead(server, key);
    await createLead(server, key);
    await eventually(async () => {
      const [waiting] = await api.deliveries(id);
      return waiting.nextAttemptAt === null;
    });
    assert.equal(receiver.received('/gone').length, 1);
    receiver.behave('/gone', {});
    const { body: resumed } = await api.patch(id, { state: 'active' });
    assert.deepEqual(
      [resumed.state, resumed.disabledReason, resumed.failingSince],
      ['active', null, null],
    );
    const deliveries = await api.settled(id, 3);
    assert.deepEqual(
      deliveries.map(({ status }) => status),
      ['delivered', 'delivered', 'delivered'],
    );
    assert.equal(receiver.received('/gone').length, 4);
  });

  const stateOf = async (api: WebhookApi, id: string) => (await api.get(`/${id}`)).body;

  test('five days of failure disable, also where events are rare', async () => {
    const { key, api } = await newBrand();
    const { id } = await api.create(receiver.url('/failing'), { eventTypes: ['lead.created'] });
    const now = Date.now();
    receiver.behave('/failing', { status: 500 });
    await createLead(server, key);
    await api.settled(id, 1);
    // Not yet five days since the first failure.
    await wasFailing(id, now - 5 * day + 60_000, now - day);
    await createLead(server, key);
    await api.settled(id, 2);
    assert.equal((await stateOf(api, id)).state, 'active');
    // Long ago, but a delivery has succeeded since.
    await wasFailing(id, now - 9 * day, now - 8 * day);
    receiver.behave('/failing', {});
    await createLead(server, key);
    await api.settled(id, 3);
    assert.equal((await stateOf(api, id)).failingSince, null);
    // The first event again, with all its retries.
    receiver.behave('/failing', { status: 500 });
    await createLead(server, key);
    await api.settled(id, 4);
    const { state, failingSince } = await stateOf(api, id);
    assert.equal(state, 'active');
    assert.ok(Date.parse(failingSince) >= now);

    // Then nothing happened for a week.
    await wasFailing(id, now - 7 * day, now - 6 * day);
    assert.equal((await api.post(`/${id}/ping`)).body.status, 'failed');
    assert.equal((await stateOf(api, id)).state, 'active', 'only an event that fails disables');
    await createLead(server, key);
    await eventually(async () => (await stateOf(api, id)).state === 'disabled');
    assert.equal((await stateOf(api, id)).disabledReason, 'failing');
    const events = await listAll(server, key, '/v1/api/events?type=webhook.disabled');
    assert.deepEqual(
      events.map(({ subjectId }) => subjectId),
      [id],
    );
  });

  test('a new URL starts with a clean record', async () => {
    const { key, api } = await newBrand();
    const { id } = await api.create(receiver.url('/old'), { eventTypes: ['lead.created'] });
    const now = Date.now();
    await wasFailing(id, now - 7 * day, now - day);
    // The same URL again does not reset it.
    assert.notEqual((await api.patch(id, { url: receiver.url('/old') })).body.failingSince, null);
    const { body: moved } = await api.patch(id, { url: receiver.url('/new') });
    assert.equal(moved.failingSince, null);
    receiver.behave('/new', { status: 500 });
    await createLead(server, key);
    await api.settled(id, 1);
    const { state, failingSince } = await stateOf(api, id);
    assert.equal(state, 'active');
    assert.ok(Date.parse(failingSince) >= now);
  });

  test('a late response of the old URL does not affect the new one', async () => {
    const { key, api } = await newBrand();
    const { id } = await api.create(receiver.url('/leaving'), { eventTypes: ['lead.created'] });
    const { promise: hasMoved, resolve: answer } = Promise.withResolvers<void>();
    receiver.behave('/leaving', { status: 410, until: hasMoved });
    await createLead(server, key);
    await receiver.until('/leaving', 1);
    const { status, body: moved } = await api.patch(id, { url: receiver.url('/arriving') });
    assert.equal(status, 200);
    answer();
    const [delivery] = await api.settled(id, 1);
    const { body } = await api.get(`/${id}/deliveries/${delivery.id}`);
    const statuses = body.attempts.map((one: { responseStatus: number }) => one.responseStatus);
    assert.deepEqual([delivery.status, statuses.toSorted()], ['delivered', [200, 410]]);
    assert.deepEqual(await stateOf(api, id), moved);
    assert.deepEqual(await listAll(server, key, '/v1/api/events?type=webhook.disabled'), []);
  });

  test('paused it waits, with its retries; resumed it continues where it stopped', async () => {
    const { key, api } = await newBrand();
    const { id } = await api.create(receiver.url('/paused'), { eventTypes: ['lead.created'] });
    // The receiver responds once the pause has begun.
    const pause = Promise.withResolvers<void>();
    receiver.behave('/paused', { status: 500, until: pause.promise });
    await createLead(server, key);
    await receiver.until('/paused', 1);
    assert.equal((await api.patch(id, { state: 'paused' })).status, 200);
    pause.resolve();
    // The attempt is recorded after the response.
    await eventually(async () => (await api.deliveries(id))[0]?.nextAttemptAt === null);
    const [{ status }] = await api.deliveries(id);
    assert.equal(status, 'pending');
    for (let count = 0; count < 3; count++) await createLead(server, key);
    receiver.behave('/paused', {});
    const before = receiver.received('/paused').length;
    assertError(
      await api.post(`/${id}/replay`, { since: '2026-01-01T00:00:00Z' }),
      409,
      'webhook_not_active',
    );
    assert.equal(receiver.received('/paused').length, before);
    await api.patch(id, { state: 'active' });
    const deliveries = await api.settled(id, 4);
    assert.ok(deliveries.every((delivery) => delivery.status === 'delivered'));
  });

  test('one delivery is replayed, with the same id and body', async () => {
    const { key, api } = await newBrand();
    const { id } = await api.create(receiver.url('/again'), { eventTypes: ['lead.created'] });
    await createLead(server, key);
    const [first] = await api.settled(id, 1);
    const begun = await api.post(`/${id}/deliveries/${first.id}/replay`);
    assert.equal(begun.status, 202);
    assert.equal(begun.body.status, 'pending');
    const [one, two] = await receiver.until('/again', 2);
    assert.equal(one!.headers['webhook-id'], two!.headers['webhook-id']);
    assert.equal(one!.body, two!.body);
    const [again] = await api.settled(id, 1);
    assert.deepEqual([again.id, again.status, again.attemptCount], [first.id, 'delivered', 2]);

    receiver.behave('/again', { status: 500 });
    await api.post(`/${id}/deliveries/${first.id}/replay`);
    const [failed] = await api.settled(id, 1);
    assert.deepEqual([failed.status, failed.attemptCount], ['failed', 6]);
  });

  test('all events since a time are replayed in order, also those older than the webhook', async () => {
    const { key, api } = await newBrand();
    const leads: string[] = [];
    for (let count = 0; count < 25; count++) leads.push((await createLead(server, key)).body.id);
    const { id } = await api.create(receiver.url('/since'), { eventTypes: ['lead.created'] });
    leads.push((await createLead(server, key)).body.id);
    await api.settled(id, 1);
    const events = await listAll(server, key, '/v1/api/events?type=lead.created');
    const since = events[3].createdAt;
    const expected = events.filter(({ createdAt }) => createdAt >= since);
    const begun = await api.post(`/${id}/replay`, { since });
    assert.equal(begun.status, 202);
    assert.deepEqual(Object.keys(begun.body).sort(), ['since', 'upToEventId', 'webhookId']);
    const messages = await receiver.until('/since', 1 + expected.length);
    assert.deepEqual(
      idsOf(messages.slice(1)),
      expected.map((event) => Number(event.id)),
    );
    await api.settled(id, expected.length);
    // The first event was sent twice, which is recorded after the response.
    await eventually(async () => {
      const last = (await api.deliveries(id)).find(({ eventId }) => eventId === events.at(-1).id);
      return last.attemptCount === 2;
    });
    await eventually(async () => {
      const { status, body } = await api.post(`/${id}/replay`, { since: '2100-01-01T00:00:00Z' });
      return status === 202 && body.upToEventId === null;
    });
    assertRefused(await api.post(`/${id}/replay`, { since: 'yesterday' }), 'since');
    assertRefused(await api.post(`/${id}/replay`, {}), 'since');
    assert.equal(receiver.received('/since').length, 1 + expected.length);
  });
});
