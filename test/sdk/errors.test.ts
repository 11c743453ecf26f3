// Failing calls, as hooks and signals see them.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { inspect } from 'node:util';
import * as sdk from '../../sdk/src/index.ts';
import { type Fault, type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { sharedServer } from '../support/shared-server.ts';
import { assertInTime, eventually, timelyTest } from '../support/within.ts';

const server = await sharedServer();

const { Vakwerk } = sdk;
const requestIdShape = /^[\da-f-]{36}$/;
const atOnceMs = 1000;

describe('client errors', () => {
  let proxy: FaultProxy;
  let apiKey: string;
  before(async () => {
    proxy = await startFaultProxy(server);
    apiKey = await server.createKey();
  });
  after(async () => {
    await proxy?.close();
  });
  beforeEach(() => proxy.reset());

  const clientWith = (options: Partial<sdk.VakwerkOptions> = {}) =>
    new Vakwerk({ apiKey, baseUrl: proxy.url, retryBaseMs: 10, ...options });
  const lead = { customerName: 'Jan Jansen', title: 'Tap' };
  const failure = async (call: Promise<unknown>): Promise<sdk.VakwerkError> => {
    const error = await call.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof sdk.VakwerkError, inspect(error));
    return error;
  };

  test('a refused lead says what is wrong with which field', async () => {
    const wrong = { customerName: '', title: 'x'.repeat(201), email: 'jan' };
    const error = await failure(clientWith().leads.create(wrong));
    assert.ok(error instanceof sdk.ValidationError);
    assert.equal(error.status, 400);
    assert.match(error.requestId!, requestIdShape);
    assert.deepEqual(Object.keys(error.fields), ['customerName', 'title', 'email']);
    assert.deepEqual(error.fields['email'], [
      'email must be an e-mail address such as jan@example.com',
    ]);
    assert.equal(error.code, 'validation_failed');
    assert.deepEqual(error.details, [
      { field: 'customerName', rule: 'required', values: {} },
      { field: 'title', rule: 'too_long', values: { max: 200 } },
      { field: 'email', rule: 'not_an_email', values: {} },
    ]);
    assert.ok(error.message.includes(error.requestId!));
    assert.equal(error.name, 'ValidationError');
  });

  test('a code of a newer service is passed on, and none is null', async () => {
    const body = '{"message":"no"}';
    const answer = { kind: 'answers', status: 409, body } as const;
    proxy.next({ ...answer, headers: { 'error-code': 'new_one', 'error-details': 'new_one;a=1' } });
    const newer = await failure(clientWith().key.get());
    assert.deepEqual(newer.details, [{ field: null, rule: 'new_one', values: { a: 1 } }]);
    assert.equal(newer.code, 'new_one');
    proxy.next(answer);
    const older = await failure(clientWith().key.get());
    assert.deepEqual([older.code, older.details], [null, []]);
  });

  test('a field named like an object property does no harm', async () => {
    proxy.next({
      kind: 'answers',
      status: 400,
      body: '{"message":["__proto__ is unknown","__proto__ is odd"]}',
    });
    const error = await failure(clientWith().leads.create(lead));
    assert.ok(error instanceof sdk.ValidationError);
    assert.deepEqual(Object.entries(error.fields), [
      ['__proto__', ['__proto__ is unknown', '__proto__ is odd']],
    ]);
  });

  test('a refusal of the whole request names no field', async () => {
    proxy.next({ kind: 'answers', status: 400, body: '{"message":"body must be valid JSON"}' });
    const error = await failure(clientWith().leads.create(lead));
    assert.ok(error instanceof sdk.ValidationError);
    assert.deepEqual([error.messages, error.fields], [['body must be valid JSON'], {}]);
  });

  const refusals: [kind: typeof sdk.VakwerkError, status: number, call: () => Promise<unknown>][] =
    [
      [sdk.AuthenticationError, 401, () => clientWith({ apiKey: 'vk_wrong' }).leads.list().page()],
      [
        sdk.ScopeError,
        403,
        async () => {
          const writer = await server.createKey({ scopes: ['leads:write'] });
          await clientWith({ apiKey: writer }).leads.list().page();
        },
      ],
      [sdk.NotFoundError, 404, () => clientWith().workItems.get('nothing')],
      [sdk.NotFoundError, 404, () => clientWith().workItems.get('../leads?x=/#')],
      [
        sdk.ConflictError,
        409,
        async () => {
          const { id } = await clientWith().leads.create(lead);
          await clientWith().workItems.update(id, { status: 'completed' });
        },
      ],
      [
        sdk.ConflictError,
        422,
        async () => {
          const idempotencyKey = crypto.randomUUID();
          await clientWith().leads.create(lead, { idempotencyKey });
          await clientWith().leads.create({ ...lead, title: 'Other' }, { idempotencyKey });
        },
      ],
    ];
  for (const [kind, status, call] of refusals) {
    test(`${status} is a ${kind.name}`, async () => {
      const error = await failure(call());
      assert.deepEqual([error.name, error.status], [kind.name, status]);
      assert.ok(error instanceof kind);
      assert.match(error.requestId!, requestIdShape);
    });
  }

  const answers: [name: string, answer: Omit<Extract<Fault, { kind: 'answers' }>, 'kind'>][] = [
    ['RateLimitError', { status: 429, headers: { 'retry-after': '3', 'x-request-id': 'abc' } }],
    ['ServerError', { status: 502, body: '<h1>Bad Gateway</h1>' }],
    ['ServerError', { status: 500, body: '{"statusCode":500,"message":7}' }],
    ['VakwerkError', { status: 413, body: '{"message":"body must be at most 256 KiB"}' }],
  ];
  for (const [name, answer] of answers) {
    test(`${answer.status} ${answer.body ?? ''} is a ${name}`, async () => {
      proxy.next({ kind: 'answers', ...answer });
      const error = await failure(clientWith({ retriesMax: 0 }).leads.create(lead));
      assert.equal(error.name, name);
      assert.equal(error.requestId, answer.headers?.['x-request-id'] ?? null);
      if (error instanceof sdk.RateLimitError) assert.equal(error.retryAfterMs, 3000);
    });
  }

  test('HTML instead of JSON is reported, and not retried', async () => {
    const body = '<h1>Welcome to our wireless network</h1>';
    proxy.next({ kind: 'answers', status: 200, body, headers: { 'content-type': 'text/html' } });
    const error = await failure(clientWith().leads.create(lead));
    assert.deepEqual([error.name, error.status], ['NetworkError', 200]);
    assert.equal(error.message, 'answered 200 with something that is not JSON: is baseUrl right?');
    assert.equal(proxy.seen.length, 1);
  });

  test('truncated JSON is retried', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    proxy.next({ kind: 'answers', status: 200, body: '{"id":', headers });
    assert.equal((await clientWith().leads.create(lead)).title, 'Tap');
    assert.equal(proxy.seen.length, 2);
  });

  test('an error has the Idempotency-Key for a retry', async () => {
    proxy.next({ kind: 'reset-after' });
    const lost = await failure(clientWith({ retriesMax: 0 }).leads.create(lead));
    assert.equal(lost.idempotencyKey, proxy.seen[0]!.headers['idempotency-key']);
    const { idempotencyKey } = lost;
    const found = await clientWith().leads.create(lead, { idempotencyKey: idempotencyKey! });
    assert.equal(sdk.responseOf(found)?.headers.get('idempotent-replayed'), 'true');
    const read = await failure(clientWith().workItems.get('nothing'));
    assert.equal(read.idempotencyKey, null);
  });

  test('a redirect is not followed: the key would go with it', async () => {
    let strangers = 0;
    const stranger = createServer((_request, response) => {
      strangers++;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const location = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`;
    for (const status of [301, 302, 307, 308]) {
      proxy.next({ kind: 'answers', status, headers: { location } });
      const error = await failure(clientWith().leads.create(lead));
      assert.match(error.message, /redirect.*Set baseUrl/);
    }
    assert.deepEqual([strangers, proxy.seen.length], [0, 4]);
    stranger.close();
    await once(stranger, 'close');
  });

  test('a broken connection and a timeout are distinct', async () => {
    proxy.next({ kind: 'reset-before' });
    const broken = await failure(clientWith({ retriesMax: 0 }).leads.create(lead));
    assert.deepEqual([broken.name, broken.status, broken.requestId], ['NetworkError', null, null]);
    assert.ok(broken.cause instanceof Error);
    proxy.next({ kind: 'slow', ms: 60_000 });
    const late = await failure(
      clientWith({ retriesMax: 0 }).leads.create(lead, { timeoutMs: 100 }),
    );
    assert.deepEqual([late.name, late.message], ['TimeoutError', 'no answer within 100 ms']);
    assert.equal(late.requestId, null);
  });

  test('a stalled response times out too, with its request id', async () => {
    proxy.next({ kind: 'stalls' });
    const seen: Response[] = [];
    const fetch: typeof globalThis.fetch = async (...asked) => {
      const response = await globalThis.fetch(...asked);
      seen.push(response);
      return response;
    };
    const client = clientWith({ retriesMax: 0, timeoutMs: 5 * atOnceMs, fetch });
    const late = await failure(client.leads.create(lead));
    assert.deepEqual([late.name, late.status, seen[0]!.status], ['TimeoutError', null, 201]);
    assert.match(late.requestId!, requestIdShape);
    assert.equal(late.requestId, seen[0]!.headers.get('x-request-id'));
  });

  test('an attempt may take ten seconds by default', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const fetch = () => new Promise<Response>(() => {});
    let hasEnded = false;
    const onError = () => void (hasEnded = true);
    const failing = failure(clientWith({ fetch, onError, retriesMax: 0 }).leads.create(lead));
    context.mock.timers.tick(9_999);
    await new Promise(setImmediate);
    assert.equal(hasEnded, false);
    context.mock.timers.tick(1);
    await new Promise(setImmediate);
    assert.equal(hasEnded, true);
    assert.equal((await failing).message, 'no answer within 10000 ms');
  });

  test('the timeout also holds for a fetch that ignores signals', async () => {
    const fetch = () => new Promise<Response>(() => {});
    const client = clientWith({ fetch, retriesMax: 1, timeoutMs: 50 });
    await assert.rejects(client.leads.create(lead), sdk.TimeoutError);
  });

  test('a signal aborts a request', async () => {
    proxy.next({ kind: 'slow', ms: 60_000 });
    const stop = new AbortController();
    const creating = clientWith().leads.create(lead, { signal: stop.signal });
    const rejected = assert.rejects(creating, { name: 'AbortError' });
    await eventually(async () => proxy.seen.length > 0);
    stop.abort();
    await rejected;
    assert.equal(proxy.seen.length, 1);
  });

  timelyTest('a signal aborts a stalled response', async () => {
    proxy.reset();
    proxy.next({ kind: 'stalls' });
    const stop = new AbortController();
    let abortedAt = 0;
    const abort = () => {
      abortedAt = performance.now();
      stop.abort();
    };
    const fetch: typeof globalThis.fetch = async (...asked) => {
      const response = await globalThis.fetch(...asked);
      const [body, watched] = response.body!.tee();
      void watched.getReader().read().then(abort);
      return new Response(body, response);
    };
    const creating = clientWith({ fetch }).leads.create(lead, { signal: stop.signal });
    await assert.rejects(creating, { name: 'AbortError' });
    assertInTime(performance.now() - abortedAt, atOnceMs, 'the end');
    assert.equal(proxy.seen.length, 1);
  });

  timelyTest('a signal aborts a wait between attempts immediately', async () => {
    proxy.reset();
    proxy.next({ kind: 'answers', status: 429, headers: { 'retry-after': '30' } });
    const stop = new AbortController();
    const reason = new Error('no longer needed');
    let waitsSince = 0;
    const onRetry = () => {
      waitsSince = performance.now();
      setTimeout(() => stop.abort(reason), 20);
    };
    const creating = clientWith({ onRetry }).leads.create(lead, { signal: stop.signal });
    await assert.rejects(creating, reason);
    assertInTime(performance.now() - waitsSince, atOnceMs, 'the end');
    assert.equal(proxy.seen.length, 1);
  });

  test('with an aborted signal nothing is sent', async () => {
    const signal = AbortSignal.abort();
    let told = 0;
    const client = clientWith({ onRequest: () => void told++ });
    await assert.rejects(client.leads.create(lead, { signal }), { name: 'AbortError' });
    const reading = Array.fromAsync(client.leads.list({}, { signal }));
    await assert.rejects(reading, { name: 'AbortError' });
    assert.deepEqual([proxy.seen.length, told], [0, 0]);
  });

  test('completed calls remove their signal listeners', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args));
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (
      listeners--,
      remove(...args)
    );
    proxy.next({ kind: 'answers', status: 500 });
    await clientWith().leads.create(lead, { signal });
    assert.equal(listeners, 0);
  });

  test('hooks see every attempt, and never the key', async () => {
    const seen: [hook: string, info: Record<string, unknown>][] = [];
    const hook = (name: string) => (info: object) => void seen.push([name, { ...info }]);
    proxy.next({ kind: 'answers', status: 503 }, { kind: 'reset-after' });
    const client = clientWith({
      onRequest: hook('request'),
      onResponse: hook('response'),
      onRetry: hook('retry'),
    });
    await client.leads.create(lead, { idempotencyKey: 'form-7' });
    assert.deepEqual(
      seen.map(([name, { attempt, status }]) => [name, attempt, status ?? null]),
      [
        ['request', 1, null],
        ['response', 1, 503],
        ['retry', 1, null],
        ['request', 2, null],
        ['retry', 2, null],
        ['request', 3, null],
        ['response', 3, 201],
      ],
    );
    const [, first] = seen[0]!;
    assert.deepEqual(first, {
      method: 'POST',
      url: `${proxy.url}/v1/api/leads`,
      attempt: 1,
      idempotencyKey: 'form-7',
    });
    assert.match(String(seen.at(-1)![1]['requestId']), requestIdShape);
    const everything = inspect([seen, client], { depth: Infinity, showHidden: true });
    assert.ok(!everything.includes(apiKey));
    assert.equal(proxy.seen[0]!.headers['x-api-key'], apiKey);
  });

  test('a hook gets each final failure once, with or without a response', async () => {
    const told: sdk.ErrorInfo[] = [];
    const client = clientWith({ retriesMax: 1, onError: (info) => void told.push(info) });
    proxy.next({ kind: 'reset-before' }, { kind: 'reset-before' });
    const broken = await failure(client.leads.create(lead));
    const missing = await failure(client.workItems.get('nothing'));
    proxy.next({ kind: 'reset-before' });
    await client.leads.create(lead);
    assert.deepEqual(
      told.map(({ attempt, error }) => [attempt, error]),
      [
        [2, broken],
        [1, missing],
      ],
    );
  });

  test('a throwing hook does not affect the call', async () => {
    const client = clientWith({
      onRequest: () => {
        throw new Error('no disk');
      },
      onResponse: async () => {
        throw new Error('no log');
      },
    });
    assert.equal((await client.leads.create(lead)).title, 'Tap');
  });
});
