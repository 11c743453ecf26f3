// Faults during a create: never a second lead, never a lost one, never more waiting than promised.
// Own server: responses wait less for photos.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import * as fc from 'fast-check';
import {
  NetworkError,
  RateLimitError,
  TimeoutError,
  Vakwerk,
  type VakwerkOptions,
} from '../../sdk/src/index.ts';
import { listAll } from '../support/call.ts';
import { type Fault, type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { startPhotoServer } from '../support/photo-server.ts';
import type { PictureHost } from '../support/picture-host.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertInTime, eventually, timelyTest, TooSlow } from '../support/within.ts';

// The timeout of attempts that are meant to be late.
const lateMs = 1_000;
const timeoutMs = 10_000;
const retryBaseMs = 20;
const retriesMax = 3;
// The machine may be busy.
const slackMs = 1500;
// Longer than a retry without Retry-After would wait.
const photoWaitMs = 2500;
const committedMsMax = 30_000;
const ownWaitsMs = retryBaseMs * (1 + 2 + 4);

const faults: Record<string, Fault> = {
  'reset before it arrived': { kind: 'reset-before' },
  'reset after the commit': { kind: 'reset-after' },
  'cut off in the answer': { kind: 'cut-off' },
  'silent in the middle of the answer': { kind: 'stalls' },
  'too slow': { kind: 'slow', ms: 60_000 },
  500: { kind: 'answers', status: 500, body: '<h1>Oops</h1>' },
  503: { kind: 'answers', status: 503, headers: { 'retry-after': '0' } },
  429: { kind: 'answers', status: 429, headers: { 'retry-after': '0' } },
  'still under way': { kind: 'answers', status: 409, headers: { 'retry-after': '0' } },
  '502 after the commit': { kind: 'answers-after', status: 502 },
  '503 after the commit': { kind: 'answers-after', status: 503 },
};

describe('creates under faults', () => {
  let server: TestServer;
  let host: PictureHost;
  let stop: () => Promise<void>;
  let proxy: FaultProxy;
  let key: string;
  let count = 0;
  before(async () => {
    const env = { PHOTO_WAIT_MS: String(photoWaitMs) };
    ({ server, host, stop } = await startPhotoServer(startServer, env));
    proxy = await startFaultProxy(server);
    key = await server.createKey();
  });
  after(async () => {
    await proxy?.close();
    await stop?.();
  });
  beforeEach(() => proxy.reset());

  const client = (options: Partial<VakwerkOptions> = {}) =>
    new Vakwerk({ apiKey: key, baseUrl: proxy.url, timeoutMs, retryBaseMs, ...options });
  const newLead = () => ({ customerName: 'Jan Jansen', title: `Tap number${++count}` });
  const stored = async (title: string): Promise<string[]> => {
    const leads = await listAll(server, key, '/v1/api/leads?limit=200');
    return leads.filter((lead) => lead.title === title).map((lead) => lead.id);
  };
  const keysSeen = () => new Set(proxy.seen.map(({ headers }) => headers['idempotency-key']));

  const tellTooSlow = (error: Error) => {
    throw error instanceof TimeoutError ? new TooSlow(error.message) : error;
  };
  for (const [what, fault] of Object.entries(faults)) {
    const isLate = fault.kind === 'slow' || fault.kind === 'stalls';
    for (const times of [1, retriesMax]) {
      timelyTest(`${what}, ${times} times: one lead, and the caller has it`, async () => {
        proxy.reset();
        proxy.next(...Array<Fault>(times).fill(fault));
        const lead = newLead();
        const startedAt = performance.now();
        const creating = client({ timeoutMs: isLate ? lateMs : timeoutMs }).leads.create(lead);
        const { id } = await creating.catch(tellTooSlow);
        const tookMs = performance.now() - startedAt;
        assert.deepEqual(await stored(lead.title), [id]);
        // No other attempt was late.
        assertInTime(tookMs, isLate ? (times + 1) * lateMs : ownWaitsMs + slackMs, 'the create');
        assert.equal(proxy.seen.length, times + 1);
        assert.equal(keysSeen().size, 1, 'each attempt has the same key');
      });
    }
  }

  test('cut off while the server waits for a photo: one lead, and the caller has it', async () => {
    const isUnderWay = () => eventually(async () => host.hits('/slow') > 0);
    proxy.next({ kind: 'reset-while', isUnderWay });
    const lead = { ...newLead(), photoUrls: [host.url('/slow?ms=3000')] };
    const { id } = await client({ retriesMax: 2 }).leads.create(lead);
    assert.deepEqual(await stored(lead.title), [id]);
    assert.equal(proxy.seen.length, 3, 'one attempt came while the first was under way');
  });

  test('four faults in a row fail the call; a retry with its key keeps one lead', async () => {
    const swift = Object.values(faults).filter(({ kind }) => kind !== 'slow' && kind !== 'stalls');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...swift), { minLength: 4, maxLength: 7 }),
        fc.uuid(),
        async (planned, idempotencyKey) => {
          proxy.reset();
          proxy.next(...planned);
          const lead = newLead();
          await assert.rejects(client().leads.create(lead, { idempotencyKey }));
          assert.equal(proxy.seen.length, 1 + retriesMax);
          const { id } = await client().leads.create(lead, { idempotencyKey });
          assert.deepEqual(await stored(lead.title), [id]);
        },
      ),
      { numRuns: 15 },
    );
  });

  test('aborted after the commit; a retry with its key keeps one lead', async () => {
    proxy.next({ kind: 'stalls' });
    const lead = newLead();
    const idempotencyKey = crypto.randomUUID();
    const stop = new AbortController();
    const options = { idempotencyKey, signal: stop.signal, timeoutMs: committedMsMax };
    const creating = client().leads.create(lead, options);
    const ended = assert.rejects(creating, { name: 'AbortError' });
    await eventually(async () => (await stored(lead.title)).length > 0);
    stop.abort();
    await ended;
    const { id } = await client().leads.create(lead, { idempotencyKey });
    assert.deepEqual(await stored(lead.title), [id]);
  });

  test('each create has its own key', async () => {
    const lead = newLead();
    const [one, other] = [await client().leads.create(lead), await client().leads.create(lead)];
    assert.notEqual(one.id, other.id);
    assert.equal(keysSeen().size, 2);
  });

  test('a batch and a job are created once too', async () => {
    const [first, second] = [newLead(), newLead()];
    proxy.next(faults['reset after the commit']!, faults['502 after the commit']!);
    const { data } = await client().leads.batch([first, second]);
    assert.deepEqual(await stored(first.title), [data[0]!.workItem!.id]);
    assert.deepEqual(await stored(second.title), [data[1]!.workItem!.id]);

    proxy.next(faults['reset after the commit']!, faults['cut off in the answer']!);
    const job = { title: 'Yearly check', customerId: data[0]!.customerId! };
    const { id } = await client().workItems.create(job);
    const jobs = await listAll(server, key, '/v1/api/work-items');
    assert.deepEqual(
      jobs.map((item) => item.id),
      [id],
    );
  });

  test('Retry-After is honoured', async () => {
    proxy.next(
      { kind: 'answers', status: 429, headers: { 'retry-after': '1' } },
      {
        kind: 'answers',
        status: 503,
        headers: { 'retry-after': new Date(Date.now() + 9_000).toUTCString() },
      },
    );
    await client().leads.create(newLead());
    const [first, second, third] = proxy.seen.map(({ at }) => at);
    // Timers may fire slightly early.
    assert.ok(second! - first! >= 999, `came back after ${second! - first!} ms`);
    assert.ok(third! - second! >= 1500, `came back after ${third! - second!} ms`);
  });

  timelyTest(
    'who is asked to wait longer than promised gives up at once, and says for how long',
    async () => {
      proxy.reset();
      proxy.next({ kind: 'answers', status: 429, headers: { 'retry-after': '61' } });
      const startedAt = performance.now();
      await assert.rejects(client().leads.create(newLead()), (error: RateLimitError) => {
        assert.ok(error instanceof RateLimitError);
        assert.equal(error.retryAfterMs, 61_000);
        return true;
      });
      assertInTime(performance.now() - startedAt, slackMs, 'to give up');
      assert.equal(proxy.seen.length, 1);
    },
  );

  timelyTest(
    'a server that never answers is waited for as long as promised and no longer',
    async () => {
      proxy.reset();
      let attempts = 0;
      const fast = client({ timeoutMs: 200, onRequest: () => void attempts++ });
      proxy.next(...Array<Fault>(4).fill(faults['too slow']!));
      const startedAt = performance.now();
      await assert.rejects(fast.leads.create(newLead()), TimeoutError);
      const tookMs = performance.now() - startedAt;
      assert.equal(attempts, 4);
      assert.ok(tookMs >= 4 * 199, `took ${tookMs} ms`);
      assertInTime(tookMs, 4 * 200 + ownWaitsMs + slackMs, 'to give up');
    },
  );

  for (const status of [400, 401, 403, 404, 409, 413, 422]) {
    test(`${status} is not retried`, async () => {
      proxy.next({ kind: 'answers', status });
      await assert.rejects(client().leads.create(newLead()), { status });
      assert.equal(proxy.seen.length, 1);
    });
  }

  test('connection refused: the call fails after four attempts, with jittered waits', async () => {
    const retries: { attempt: number; waitMs: number }[] = [];
    const nobody = new Vakwerk({
      apiKey: key,
      baseUrl: 'http://127.0.0.1:9',
      retryBaseMs,
      onRetry: ({ attempt, waitMs }) => retries.push({ attempt, waitMs }),
    });
    const calls = 5;
    const failing = Array.from({ length: calls }, () => nobody.leads.create(newLead()));
    await Promise.all(failing.map((call) => assert.rejects(call, NetworkError)));
    assert.equal(retries.length, calls * retriesMax);
    for (let attempt = 1; attempt <= retriesMax; attempt++) {
      const waits = retries.filter((one) => one.attempt === attempt).map(({ waitMs }) => waitMs);
      assert.equal(new Set(waits).size, calls, waits.join(' '));
      const waitMsMax = retryBaseMs * 2 ** (attempt - 1);
      assert.ok(Math.min(...waits) >= 0 && Math.max(...waits) <= waitMsMax, waits.join(' '));
    }
  });
});
