// Webhook deliveries: signed, in order, retried, and replayed on request. Own servers: a shorter
// timeout.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { metric } from '../support/metrics.ts';
import type { TestServer } from '../support/server.ts';
import {
  type Behaviour,
  type Message,
  type Receiver,
  sendingTo,
  startReceiver,
  verify,
} from '../support/webhook-receiver.ts';
import { type WebhookApi, webhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';

const timeoutMs = 2_000;

withEachDatabase('webhook deliveries', (start) => {
  let server: TestServer;
  let receiver: Receiver;
  let secure: Receiver;
  before(async () => {
    receiver = await startReceiver();
    secure = await startReceiver({ isSecure: true });
    const env = { ...sendingTo(receiver, secure), WEBHOOK_TIMEOUT_MS: String(timeoutMs) };
    server = await start({ env });
    // Runs beside the other tests: it takes four timeouts.
    await sendToFailing();
  });
  after(async () => {
    await server?.stop();
    await receiver?.close();
    await secure?.close();
  });

  const newBrand = async () => {
    const brand = await server.createBrand();
    const key = await server.createKey({ brandId: brand.id });
    return { key, api: webhookApi(server, key) };
  };
  const change = (id: string, column: string, value: number | string) =>
    server.withDatabase((db) =>
      db.run(`update webhook_endpoints set ${column} = ? where id = ?`, value, id),
    );
  const idsOf = (messages: readonly Message[]) => messages.map(({ event }) => Number(event.id));

  test('events are sent signed, over http in a trusted network and over https', async () => {
    const { key, api } = await newBrand();
    const plain = await api.create(receiver.url('/signed'));
    const safe = await api.create(secure.url('/signed'));
    await createLead(server, key, { email: 'jan@example.com' });
    const feed = await listAll(server, key, '/v1/api/events');
    assert.deepEqual(feed.map(({ type }) => type).sort(), ['customer.created', 'lead.created']);
    for (const [{ id, secret }, host] of [
      [plain, receiver],
      [safe, secure],
    ]) {
      const messages = await host.until('/signed', feed.length);
      for (const [index, message] of messages.entries()) {
        verify(message, secret);
        assert.throws(() => verify({ ...message, body: `${message.body} ` }, secret));
        const { timestamp, ...event } = message.event;
        assert.deepEqual(event, feed[index]);
        assert.equal(timestamp, event.createdAt);
        assert.equal(message.headers['webhook-id'], `${id}_${event.id}`);
        assert.equal(message.headers['content-type'], 'application/json');
        assert.equal(message.headers['user-agent'], 'Vakwerk-Webhooks/1');
      }
      const deliveries = await api.settled(id, feed.length);
      assert.deepEqual(
        deliveries.map(({ status, attemptCount, eventId }) => [status, attemptCount, eventId]),
        feed.map((event) => ['delivered', 1, event.id]).toReversed(),
      );
    }
    assert.ok((await metric(server, 'vakwerk_webhook_attempts_total{outcome="delivered"}')) >= 4);
  });

  const lasts: [name: string, Behaviour, least: number][] = [
    ['answers late', { delayMs: 600 }, 600],
    ['answers late and fails', { delayMs: 300, status: 500 }, 300],
    ['answers at once', {}, 0],
  ];
  for (const [index, [name, behaviour, least]] of lasts.entries()) {
    test(`the log has the duration of an attempt that ${name}`, async () => {
      const { key, api } = await newBrand();
      const path = `/lasts-${index}`;
      receiver.behave(path, behaviour);
      const { id } = await api.create(receiver.url(path), { eventTypes: ['lead.created'] });
      const began = performance.now();
      await createLead(server, key);
      const [delivery] = await api.settled(id, 1);
      const tookMs = performance.now() - began;
      const { attempts } = (await api.get(`/${id}/deliveries/${delivery.id}`)).body;
      const durations = attempts.map(({ durationMs }: { durationMs: number }) => durationMs);
      assert.equal(delivery.lastAttempt.durationMs, durations.at(-1));
      for (const durationMs of durations) assertLasted(durationMs, least);
      const sum = durations.reduce((all: number, one: number) => all + one, 0);
      assert.ok(sum <= tookMs, `${sum} of ${tookMs} ms`);
    });
  }

  test('only chosen types, and only from its creation on', async () => {
    const { key, api } = await newBrand();
    await createLead(server, key, { email: 'early@example.com' });
    await api.create(receiver.url('/chosen'), { eventTypes: ['customer.created'] });
    for (const name of ['a', 'b', 'a']) {
      await createLead(server, key, { email: `${name}@example.com` });
    }
    const all = await api.create(receiver.url('/later'));
    await createLead(server, key, { email: 'c@example.com' });
    await api.settled(all.id, 2);
    const chosen = await receiver.until('/chosen', 3);
    assert.deepEqual(
      chosen.map(({ event }) => [event.type, event.data.email]),
      ['a', 'b', 'c'].map((name) => ['customer.created', `${name}@example.com`]),
    );
  });

  test('first attempts come in order, one at a time, whatever fails between', async () => {
    const { key, api } = await newBrand();
    const { id } = await api.create(receiver.url('/order'), { eventTypes: ['lead.created'] });
    const leads = 12;
    receiver.behave('/order', { status: 503, delayMs: 20 });
    for (let count = 0; count < leads; count++) await createLead(server, key);
    await eventually(async () => new Set(idsOf(receiver.received('/order'))).size >= 4);
    receiver.behave('/order', { delayMs: 5 });
    await api.settled(id, leads);
    const ids = idsOf(receiver.received('/order'));
    const firsts = [...new Set(ids)];
    assert.equal(firsts.length, leads);
    assert.deepEqual(
      firsts,
      firsts.toSorted((one, other) => one - other),
    );
    assert.ok(ids.length > leads, 'nothing was tried again');
  });

  test('a receiver that recovers gets the same message again', async () => {
    const { key, api } = await newBrand();
    const { id, secret } = await api.create(receiver.url('/recovers'), {
      eventTypes: ['lead.created'],
    });
    receiver.behave('/recovers', { status: 500, body: 'out of order' });
    await createLead(server, key);
    await receiver.until('/recovers', 2);
    assert.notEqual((await api.get(`/${id}`)).body.failingSince, null);
    receiver.behave('/recovers', {});
    const [delivery] = await api.settled(id, 1);
    const messages = receiver.received('/recovers');
    for (const message of messages) verify(message, secret);
    assert.equal(new Set(messages.map(({ body }) => body)).size, 1);
    assert.equal(new Set(messages.map(({ headers }) => headers['webhook-id'])).size, 1);
    const { body } = await api.get(`/${id}/deliveries/${delivery.id}`);
    assert.equal(body.status, 'delivered');
    assert.equal(body.attempts.length, messages.length);
    assert.deepEqual(body.payload, messages[0]!.event);
    for (const [index, attempt] of body.attempts.entries()) {
      const isLast = index === messages.length - 1;
      assert.equal(attempt.number, index + 1);
      assert.equal(attempt.responseStatus, isLast ? 200 : 500);
      assert.equal(attempt.responseStart, isLast ? 'ok' : 'out of order');
      assert.equal(attempt.error, isLast ? null : 'http_status');
      const { headers } = messages[index]!;
      assert.equal(attempt.requestHeaders['webhook-signature'], headers['webhook-signature']);
    }
    assert.equal((await api.get(`/${id}`)).body.failingSince, null);
  });

  // All endpoints get the same event; each is tried four times and then abandoned.
  const failures: {
    name: string;
    behaviour?: Behaviour;
    url?: (path: string) => string;
    /** Written directly to the database, as if it had been valid when it was set. */
    urlAfterwards?: () => string;
    error: string;
    status?: number;
  }[] = [
    { name: 'an error', behaviour: { status: 500 }, error: 'http_status', status: 500 },
    { name: 'not found', behaviour: { status: 404 }, error: 'http_status', status: 404 },
    {
      name: 'a redirect',
      behaviour: { status: 307, headers: { location: '/redirected' } },
      error: 'redirected',
      status: 307,
    },
    { name: 'no answer', behaviour: { hangs: true }, error: 'timeout' },
    { name: 'half an answer', behaviour: { hangs: 'afterHeaders' }, error: 'timeout' },
    { name: 'a broken line', behaviour: { resets: true }, error: 'connect_failed' },
    {
      name: 'no TLS',
      url: (path) => `https://127.0.0.1:${receiver.port}${path}`,
      error: 'tls_failed',
    },
    {
      name: 'an unknown name',
      url: (path) => `https://no-such-host.test${path}`,
      error: 'dns_failed',
    },
    {
      name: 'a private address',
      urlAfterwards: () => 'https://10.0.0.1/',
      error: 'blocked_address',
    },
    { name: 'this machine', urlAfterwards: () => 'https://127.0.0.2/', error: 'blocked_address' },
    {
      name: 'metadata',
      urlAfterwards: () => 'https://169.254.169.254/',
      error: 'blocked_address',
    },
    {
      name: 'http outside of trusted networks',
      urlAfterwards: () => `http://93.184.215.14:${receiver.port}/`,
      error: 'blocked_address',
    },
  ];
  let failing: WebhookApi;
  const endpoints = new Map<string, string>();
  const sendToFailing = async () => {
    const { key, api } = await newBrand();
    failing = api;
    for (const { name, behaviour = {}, url = receiver.url, urlAfterwards } of failures) {
      const path = `/fails-${encodeURIComponent(name)}`;
      receiver.behave(path, behaviour);
      const { id } = await api.create(url(path), { eventTypes: ['lead.created'] });
      if (urlAfterwards) await change(id, 'url', urlAfterwards());
      endpoints.set(name, id);
    }
    await createLead(server, key);
  };
  for (const { name, error, status = null } of failures) {
    test(`abandoned after ${name}: ${error}`, async () => {
      const id = endpoints.get(name)!;
      const [delivery] = await failing.settled(id, 1);
      assert.equal(delivery.status, 'failed');
      assert.equal(delivery.attemptCount, 4);
      assert.equal(delivery.nextAttemptAt, null);
      assert.equal(delivery.lastAttempt.error, error);
      assert.equal(delivery.lastAttempt.responseStatus, status);
      assert.equal((await failing.get(`/${id}`)).body.state, 'active');
      assert.deepEqual(receiver.received('/redirected'), []);
      if (error !== 'timeout') return;
      const { attempts } = (await failing.get(`/${id}/deliveries/${delivery.id}`)).body;
      for (const { durationMs } of attempts) assertLasted(durationMs, timeoutMs);
    });
  }

  test('during a rotation both secrets sign', async () => {
    const { key, api } = await newBrand();
    const { id, secret: old } = await api.create(receiver.url('/rotated'), {
      eventTypes: ['lead.created'],
    });
    const rotated = await api.post(`/${id}/rotate-secret`);
    assert.equal(rotated.status, 200);
    const { secret } = rotated.body;
    assert.notEqual(secret, old);
    await createLead(server, key);
    const [both] = await receiver.until('/rotated', 1);
    verify(both!, old);
    verify(both!, secret);
    assert.equal(both!.headers['webhook-signature']!.split(' ').length, 2);
    await change(id, 'previous_secret_until', Date.now() - 1);
    await createLead(server, key);
    const [, one] = await receiver.until('/rotated', 2);
    verify(one!, secret);
    assert.throws(() => verify(one!, old));
  });

  test('the server log holds neither secrets nor records', async () => {
    const { key, api } = await newBrand();
    const { id, secret } = await api.create(receiver.url('/quiet'));
    receiver.behave('/quiet', { status: 500 });
    await createLead(server, key, { customerName: 'Zebedeus Canary' });
    await api.settled(id, 2);
    await call(server, '/healthz');
    assert.ok(!server.output().includes(secret));
    assert.ok(!server.output().includes('Zebedeus'));
  });
});

function assertLasted(durationMs: number, least: number): void {
  // Timers may fire slightly early.
  assert.ok(Number.isInteger(durationMs) && durationMs >= least - 5, `${durationMs} ms`);
}
