// `vakwerk listen`, as a process: it forwards events to a receiver on this machine.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { call, createLead, moveWorkItem } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { freePort } from '../support/free-port.ts';
import { type Listener, startListener } from '../support/listener.ts';
import { root } from '../support/project-files.ts';
import { sharedServer } from '../support/shared-server.ts';
import { revokeKey } from '../support/stored-keys.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';

const failed = 1;

// There is no database.
const nowhere = { DATA_DIR: '/nowhere/at-all' };

function startListening(env: Record<string, string>, ...words: string[]): Listener {
  const command = [process.execPath, 'cli/vakwerk.js', 'listen', ...words];
  return startListener(command, { cwd: root, env: { ...nowhere, ...env } });
}

await withEachServer('listen', (server) => {
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver({ isShared: true });
  });
  after(() => receiver?.close());

  test('sends new events as the service does, signed with the printed secret', async () => {
    const key = await server.createKey();
    const env = { VAKWERK_URL: server.url, VAKWERK_API_KEY: key };
    await createLead(server, key, { title: 'Before' });
    await webhookApi(server, key).create(receiver.url('/real'));
    const listener = startListening(env, '--forward-to', receiver.url('/local'));
    const secret = await listener.says(/secret of your receiver: (whsec_\S+)\n/);

    const { id } = (await createLead(server, key, { title: 'Tap', city: 'Utrecht' })).body;
    await receiver.until('/real', 2);
    await receiver.until('/local', 2);
    await moveWorkItem(server, key, id, 'contacted');
    const real = await receiver.until('/real', 3);
    const local = await receiver.until('/local', 3);
    assert.deepEqual(
      local.map(({ body }) => body),
      real.map(({ body }) => body),
    );
    assert.ok(local.every(({ body }) => !body.includes('Before')));
    for (const { headers, body, event } of local) {
      assert.deepEqual(new Webhook(secret).verify(body, headers), event);
      assert.equal(headers['webhook-id'], `listen_${event.id}`);
      for (const name of ['content-type', 'user-agent']) {
        assert.equal(headers[name], real[0]!.headers[name]);
      }
    }
    const last = local.at(-1)!.event;
    await listener.says(new RegExp(`lead\\.status_changed ${last.id}  200 \\(\\d+ ms\\)\\n`));
    assert.equal(await listener.stop(), 0);
    assert.match(listener.stdout(), new RegExp(`\\nStopped\\. .* --after ${last.id}\\n$`));

    // The same key, the same secret.
    const again = startListening(env, '--forward-to', receiver.url('/local'));
    assert.equal(await again.says(/receiver: (whsec_\S+)\n/), secret);
    assert.equal(await again.stop(), 0);
  });

  test('begins where it is told, with the types, the secret and the format it is told', async () => {
    const key = await server.createKey();
    for (const title of ['One', 'Two']) await createLead(server, key, { title, email: 'a@b.nl' });
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const words = ['--url', server.url, '--forward-to', receiver.url('/told'), '--json'];
    const chosen = ['--after', '0', '--types', 'lead.created,lead.converted', '--secret', secret];
    const listener = startListening({ VAKWERK_API_KEY: key }, ...words, ...chosen);
    const messages = await receiver.until('/told', 2);
    assert.deepEqual(
      messages.map(({ event }) => [event.type, event.data.title]),
      [
        ['lead.created', 'One'],
        ['lead.created', 'Two'],
      ],
    );
    for (const { body, headers } of messages) new Webhook(secret).verify(body, headers);
    const [one, two] = messages.map(({ event }) => event);
    await eventually(async () => listener.lines().length === 3);
    assert.equal(await listener.stop(), 0);
    const [ready, first, second, stopped, ...rest] = listener.lines();
    const forwardTo = receiver.url('/told');
    assert.deepEqual(ready, { kind: 'ready', url: server.url, forwardTo, secret, after: '0' });
    const { time, durationMs, ...delivery } = first;
    assert.deepEqual(delivery, {
      kind: 'delivery',
      eventId: one.id,
      type: 'lead.created',
      subjectId: one.subjectId,
      number: 1,
      status: 200,
      error: null,
      outcome: 'delivered',
      retryInMs: null,
    });
    assert.ok(Date.parse(time) > 0 && durationMs >= 0);
    assert.equal(second.eventId, two.id);
    assert.deepEqual([stopped, rest], [{ kind: 'stopped', after: two.id }, []]);
  });
});

describe('failures', async () => {
  const server = await sharedServer();
  let receiver: Receiver;
  let proxy: FaultProxy;
  let key: string;
  before(async () => {
    receiver = await startReceiver();
    proxy = await startFaultProxy(server);
    key = await server.createKey();
  });
  after(async () => {
    await proxy?.close();
    await receiver?.close();
  });
  const listenTo = (path: string, ...words: string[]) =>
    startListening(
      { VAKWERK_URL: server.url, VAKWERK_API_KEY: key },
      '--json',
      '--forward-to',
      receiver.url(path),
      ...words,
    );

  test('an event that is refused is retried, before the next one is sent', async () => {
    const listener = listenTo('/refusing', '--types', 'lead.created');
    await listener.says(/"ready"/);
    receiver.behave('/refusing', { status: 500 });
    for (const title of ['One', 'Two']) await createLead(server, key, { title });
    await listener.says(/"status":500/);
    receiver.behave('/refusing', {});
    await eventually(async () =>
      receiver.received('/refusing').some(({ event }) => event.data.title === 'Two'),
    );
    assert.equal(await listener.stop(), 0);
    const messages = receiver.received('/refusing');
    const titles = messages.map(({ event }) => event.data.title);
    assert.deepEqual(titles, [...titles.slice(0, -1).map(() => 'One'), 'Two']);
    const ids = messages.slice(0, -1).map(({ headers }) => headers['webhook-id']);
    assert.ok(ids.length >= 2);
    assert.equal(new Set(ids).size, 1);
    const [, refused] = listener.lines();
    assert.deepEqual([refused.outcome, refused.error], ['retried', null]);
    assert.ok(refused.retryInMs >= 1_000);
  });

  test('a receiver that is not running is waited for', async () => {
    const port = await freePort();
    const words = ['--types', 'lead.created', '--json', '--forward-to', `http://127.0.0.1:${port}`];
    const env = { VAKWERK_URL: server.url, VAKWERK_API_KEY: key };
    const listener = startListening(env, ...words);
    await listener.says(/"ready"/);
    await createLead(server, key, { title: 'Waits' });
    await listener.says(/"error":"nothing listens there".*"outcome":"retried"/);
    const late = createServer((_request, response) => response.end()).listen(Number(port));
    try {
      await listener.says(/"outcome":"delivered"/);
      assert.equal(await listener.stop(), 0);
    } finally {
      late.close();
    }
  });

  test('a connection that breaks is retried', async () => {
    receiver.behave('/cut', { resets: true });
    const listener = listenTo('/cut', '--after', '0');
    await listener.says(/"status":null,"error":".+","durationMs":\d+,"outcome":"retried"/);
    receiver.behave('/cut', {});
    await listener.says(/"outcome":"delivered"/);
    assert.equal(await listener.stop(), 0);
  });

  test('410 ends it, with the way to continue', async () => {
    receiver.behave('/gone', { status: 410 });
    const listener = listenTo('/gone', '--after', '0');
    const { code, stderr } = await listener.ended;
    assert.equal(code, failed);
    assert.match(JSON.parse(stderr).message, /answered 410.* --after 0$/);
    assert.equal(receiver.received('/gone').length, 1);
  });

  test('an outage of the service is waited for', async () => {
    const listener = listenTo('/outage', '--url', proxy.url);
    await listener.says(/"ready"/);
    // A call of the client takes three attempts.
    const outage = { kind: 'answers', status: 503, headers: { 'retry-after': '0' } } as const;
    proxy.next(outage, outage, outage);
    await listener.says(/"waiting"/);
    await createLead(server, key, { title: 'After the outage' });
    await receiver.until('/outage', 1);
    const waiting = listener.lines().find(({ kind }) => kind === 'waiting');
    assert.match(waiting.message, /^503/);
    assert.ok(waiting.retryInMs >= 1_000);
    assert.equal(await listener.stop(), 0);
  });

  test('a key that is revoked ends it', async () => {
    const other = await server.createKey();
    const words = ['--url', server.url, '--forward-to', receiver.url('/revoked')];
    const listener = startListening({ VAKWERK_API_KEY: other }, ...words);
    await listener.says(/Forwarding/);
    await revokeKey(server, other);
    const { code, stderr } = await listener.ended;
    assert.equal(code, failed);
    assert.match(stderr, /^vakwerk: http:\S+: 401: [^\n]+\n$/);
  });

  test('it stops while the receiver hangs', async () => {
    receiver.behave('/hangs', { hangs: true });
    const listener = listenTo('/hangs', '--after', '0');
    await eventually(async () => receiver.hanging === 1);
    assert.equal(await listener.stop(), 0);
    assert.deepEqual(listener.lines().at(-1), { kind: 'stopped', after: '0' });
  });

  test('a redirect is not followed', async () => {
    receiver.behave('/moved', { status: 307, headers: { location: receiver.url('/elsewhere') } });
    const listener = listenTo('/moved', '--after', '0');
    await listener.says(/"status":307,.*"outcome":"retried"/);
    assert.equal(await listener.stop(), 0);
    assert.deepEqual(receiver.received('/elsewhere'), []);
  });

  test('a key that may not read events, or not these, is told which scopes it has', async () => {
    const cases: [scopes: string[], words: string[], complaint: RegExp][] = [
      [['leads:write'], [], /may not read events: it has the scopes leads:write, and needs one/],
      [
        ['leads:read'],
        ['--types', 'lead.created,customer.created'],
        /may not read customer\.created: it has the scopes leads:read$/m,
      ],
    ];
    for (const [scopes, words, complaint] of cases) {
      const limited = await server.createKey({ scopes: scopes as never });
      const env = { VAKWERK_URL: server.url, VAKWERK_API_KEY: limited };
      const listener = startListening(env, '--forward-to', receiver.url('/'), ...words);
      const { code, stderr } = await listener.ended;
      assert.deepEqual([code, listener.stdout()], [failed, '']);
      assert.match(stderr, complaint);
    }
  });

  test('a service that cannot be reached, or refuses the key, is named', async () => {
    const cases: [url: string, key: string, complaint: RegExp][] = [
      ['http://127.0.0.1:9', key, /http:\/\/127\.0\.0\.1:9 did not answer for the key: no answer/],
      [server.url, 'vk_mistyped', /refuses the key in VAKWERK_API_KEY: 401/],
    ];
    for (const [url, apiKey, complaint] of cases) {
      const env = { VAKWERK_URL: url, VAKWERK_API_KEY: apiKey };
      const { code, stderr } = await startListening(env, '--forward-to', receiver.url('/')).ended;
      assert.equal(code, failed);
      assert.match(stderr, complaint);
      assert.doesNotMatch(stderr, /vk_\w/);
    }
  });

  test('no webhook is left behind', async () => {
    const { body } = await call(server, '/v1/api/webhooks', { key });
    assert.deepEqual(body.data, []);
  });
});
