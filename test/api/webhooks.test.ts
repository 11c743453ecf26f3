// The webhook API: create, change, pause, delete.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead, nextLinkOf } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import { type Receiver, startReceiver, verify } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';

await withEachServer('webhooks', (server) => {
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

  test('create, read, list', async () => {
    const { key, api } = await newBrand();
    const asked = {
      url: receiver.url('/made#part'),
      description: ' Planning board ',
      eventTypes: ['lead.created', 'lead.created'],
    };
    const made = await call(server, '/v1/api/webhooks', { key, body: asked });
    assert.equal(made.status, 201);
    const { secret, ...webhook } = made.body;
    assert.equal(made.headers.get('location'), `/v1/api/webhooks/${webhook.id}`);
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const { id, brandId, createdAt, updatedAt, ...rest } = webhook;
    assert.deepEqual(rest, {
      url: receiver.url('/made'),
      description: 'Planning board',
      eventTypes: ['lead.created'],
      personalData: true,
      state: 'active',
      disabledReason: null,
      failingSince: null,
      createdBy: null,
      updatedBy: null,
    });
    assert.ok(brandId && createdAt === updatedAt);
    const read = await api.get(`/${id}`);
    assert.deepEqual(read.body, webhook);
    assert.equal(read.headers.get('etag'), made.headers.get('etag'));
    assert.deepEqual((await api.get('')).body, { data: [webhook], limit: 20 });
  });

  const refusals: [name: string, body: unknown, ...fields: string[]][] = [
    ['no url', {}, 'url'],
    ['an empty url', { url: ' ' }, 'url'],
    ['no address', { url: 'example.com/hooks' }, 'url'],
    ['another scheme', { url: 'ftp://example.com/' }, 'url'],
    ['a password', { url: 'https://me:secret@example.com/' }, 'url'],
    ['another port', { url: 'https://example.com:8443/' }, 'url'],
    ['a private address', { url: 'https://10.0.0.1/' }, 'url'],
    ['this machine', { url: 'https://127.0.0.2/' }, 'url'],
    ['metadata', { url: 'https://[::ffff:169.254.169.254]/' }, 'url'],
    ['a long url', { url: `https://example.com/${'x'.repeat(2_048)}` }, 'url'],
    ['an unknown type', { url: 'https://example.com', eventTypes: ['lead.lost'] }, 'eventTypes'],
    ['no type at all', { url: 'https://example.com', eventTypes: [] }, 'eventTypes'],
    ['a state of ours', { url: 'https://example.com', state: 'disabled' }, 'state'],
    ['a secret of theirs', { url: 'https://example.com', secret: 'whsec_x' }, 'secret'],
    ['several', { url: 'nowhere', events: [], description: 1 }, 'events', 'description'],
  ];
  for (const [name, body, ...fields] of refusals) {
    test(`refused: ${name}`, async () => {
      const { key } = await newBrand();
      assertRefused(await call(server, '/v1/api/webhooks', { key, body }), ...fields);
    });
  }

  test('a brand has twenty at most', async () => {
    const { key, api } = await newBrand();
    const url = 'https://example.com/';
    const body = { url, state: 'paused' };
    const answers = await Promise.all(
      Array.from({ length: 21 }, () => call(server, '/v1/api/webhooks', { key, body })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [
      ...Array.from({ length: 20 }, () => 201),
      409,
    ]);
    assertError(
      answers.find(({ status }) => status === 409)!,
      409,
      'webhooks_full',
    );
    assert.equal((await api.get('')).body.data.length, 20);
  });

  test('If-Match guards a change', async () => {
    const { api } = await newBrand();
    const { id } = await api.create(receiver.url('/changed'));
    const etag = (await api.get(`/${id}`)).headers.get('etag')!;
    const changed = await api.patch(
      id,
      { description: 'new', eventTypes: ['customer.created'], url: receiver.url('/moved') },
      { 'if-match': etag },
    );
    assert.equal(changed.status, 200);
    assert.equal(changed.body.description, 'new');
    assert.equal(changed.body.url, receiver.url('/moved'));
    assert.deepEqual(changed.body.eventTypes, ['customer.created']);
    assert.notEqual(changed.headers.get('etag'), etag);
    assertError(await api.patch(id, { description: null }, { 'if-match': etag }), 412);
    assertRefused(
      await api.patch(id, { url: 'https://example.com:1/', state: 'disabled' }),
      'state',
    );
    assertRefused(await api.patch(id, { url: 'https://example.com:1/' }), 'url');
    assertRefused(await api.patch(id, { url: 'https://192.168.0.1/' }), 'url');
    assert.equal((await api.patch(id, { eventTypes: null })).body.eventTypes, null);
  });

  test('a change without effect keeps the version', async () => {
    const { api } = await newBrand();
    const { id } = await api.create(receiver.url('/same'), { eventTypes: ['customer.created'] });
    const before = await api.get(`/${id}`);
    const { url, description, eventTypes } = before.body;
    const patches = [{}, { description }, { url, eventTypes, state: 'active' }];
    for (const patch of patches) {
      const same = await api.patch(id, patch);
      assert.equal(same.status, 200);
      assert.deepEqual(same.body, before.body);
      assert.equal(same.headers.get('etag'), before.headers.get('etag'));
    }
    const paused = await api.patch(id, { description, state: 'paused' });
    assert.notEqual(paused.headers.get('etag'), before.headers.get('etag'));
  });

  test('other brands and keys without the scope see nothing', async () => {
    const { api } = await newBrand();
    const { id } = await api.create(receiver.url('/isolated'));
    const { body: pinged } = await api.post(`/${id}/ping`);
    const stranger = (await newBrand()).api;
    const since = { since: '2026-01-01T00:00:00Z' };
    const calls: [path: string, method: string, body?: unknown][] = [
      [`/${id}`, 'GET'],
      [`/${id}`, 'PATCH', { description: 'x' }],
      [`/${id}`, 'DELETE'],
      [`/${id}/rotate-secret`, 'POST'],
      [`/${id}/ping`, 'POST'],
      [`/${id}/replay`, 'POST', since],
      [`/${id}/deliveries`, 'GET'],
      [`/${id}/deliveries/${pinged.id}`, 'GET'],
      [`/${id}/deliveries/${pinged.id}/replay`, 'POST'],
    ];
    const strangerKey = (await newBrand()).key;
    const readerKey = await server.createKey({ scopes: ['leads:read', 'customers:write'] });
    for (const [path, method, body] of calls) {
      const options = { method, ...(body !== undefined && { body }) };
      const url = `/v1/api/webhooks${path}`;
      assertError(await call(server, url, { key: strangerKey, ...options }), 404);
      assertError(await call(server, url, { key: readerKey, ...options }), 403);
    }
    assert.deepEqual((await stranger.get('')).body.data, []);
    const other = await stranger.create(receiver.url('/other'));
    assertError(await stranger.get(`/${other.id}/deliveries/${pinged.id}`), 404);
    assert.equal((await api.get(`/${id}`)).status, 200);
  });

  test('a ping returns its outcome, and is logged', async () => {
    const { api } = await newBrand();
    const { id, secret } = await api.create(receiver.url('/ping'), { state: 'paused' });
    receiver.behave('/ping', { status: 418, body: `tea\0pot${'.'.repeat(3_000)}` });
    const refused = await api.post(`/${id}/ping`);
    assert.equal(refused.status, 200);
    const { attempts, ...delivery } = refused.body;
    assert.equal(delivery.status, 'failed');
    assert.equal(delivery.eventType, 'ping');
    assert.equal(attempts.length, 1);
    assert.equal(attempts[0].responseStatus, 418);
    assert.equal(attempts[0].error, 'http_status');
    assert.match(attempts[0].responseStart, /^teapot\.+$/);
    assert.ok(attempts[0].responseStart.length < 2_048);
    const [message] = receiver.received('/ping');
    verify(message!, secret);
    assert.deepEqual(delivery.payload, message!.event);
    assert.equal(message!.event.type, 'ping');
    assert.equal(message!.event.data.id, id);
    for (const [name, value] of Object.entries(attempts[0].requestHeaders)) {
      assert.equal(message!.headers[name], value);
    }

    receiver.behave('/ping', {});
    assert.equal((await api.post(`/${id}/ping`)).body.status, 'delivered');
    assert.deepEqual(
      (await api.deliveries(id)).map(({ status }) => status),
      ['delivered', 'failed'],
    );
    assert.equal((await api.get(`/${id}`)).body.failingSince, null);
    assertError(
      await api.post(`/${id}/deliveries/${delivery.id}/replay`),
      409,
      'ping_not_replayable',
    );
  });

  test('one ping at a time', async () => {
    const { api } = await newBrand();
    const { id } = await api.create(receiver.url('/slow-ping'));
    const answer = Promise.withResolvers<void>();
    receiver.behave('/slow-ping', { until: answer.promise });
    const first = api.post(`/${id}/ping`);
    await receiver.until('/slow-ping', 1);
    assertError(await api.post(`/${id}/ping`), 409, 'ping_in_progress');
    answer.resolve();
    assert.equal((await first).body.status, 'delivered');
  });

  test('the delivery log, paged and filtered', async () => {
    const { key, api } = await newBrand();
    const { id } = await api.create(receiver.url('/log'));
    for (let count = 0; count < 3; count++) await createLead(server, key, { email: 'a@b.example' });
    await api.settled(id, 4);
    receiver.behave('/log', { status: 500 });
    await api.post(`/${id}/ping`);
    const all = await api.deliveries(id);
    assert.equal(all.length, 5);
    const paged: unknown[] = [];
    let next: string | undefined = `/v1/api/webhooks/${id}/deliveries?limit=2`;
    while (next !== undefined) {
      const { body, headers } = await call(server, next, { key });
      assert.equal(body.limit, 2);
      paged.push(...body.data);
      next = nextLinkOf(headers);
    }
    assert.deepEqual(paged, all);
    const { id: otherId } = await api.create(receiver.url('/other-log'));
    const { headers } = await api.get(`/${id}/deliveries?limit=2`);
    const ofOther = nextLinkOf(headers)!.replace(id, otherId);
    assertRefused(await call(server, ofOther, { key }), 'cursor');
    const counts: [query: string, count: number][] = [
      ['?status=failed', 1],
      ['?status=delivered', 4],
      ['?status=pending', 0],
      ['?eventType=lead.created', 3],
      ['?eventType=ping&status=delivered', 0],
    ];
    for (const [query, count] of counts) {
      assert.equal((await api.deliveries(id, query)).length, count, query);
    }
    assertRefused(await api.get(`/${id}/deliveries?state=failed`), 'state');
    assertRefused(await api.get(`/${id}/deliveries?status=lost`), 'status');
  });

  test('deleting removes its log and jobs', async () => {
    const { key, api } = await newBrand();
    const { id } = await api.create(receiver.url('/deleted'));
    receiver.behave('/deleted', { status: 500 });
    await createLead(server, key);
    await receiver.until('/deleted', 2);
    assert.equal((await api.remove(id)).status, 204);
    assertError(await api.get(`/${id}`), 404);
    assertError(await api.get(`/${id}/deliveries`), 404);
    assertError(await api.remove(id), 404);
    const left = (table: string, column: string) =>
      server.withDatabase((db) => db.all(`select * from ${table} where ${column} = ?`, id));
    await eventually(async () => {
      const rows = [
        ...(await left('jobs', 'subject')),
        ...(await left('webhook_deliveries', 'endpoint_id')),
      ];
      return rows.length === 0;
    });
  });
});
