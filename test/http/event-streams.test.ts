// Event streams: a client that is signed out or does not read is disconnected.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { systemAuthor } from '#core/author.ts';
import { EventStreams } from '#http/live/event-streams.ts';
import { SessionRing } from '#http/gate/session-ring.ts';
import type { RequestCalls } from '#http/request-calls.ts';
import { TimeBudget } from '#runner/time-budget.ts';
import { type DatabaseThreads, startDatabaseThreads } from '../support/database-threads.ts';

const waitMsMax = 60_000;
// Their events exceed the buffer of a stream.
const unreadLeads = 800;
// The database refuses a value that is not text.
const brokenHash = {} as string;

let threads: DatabaseThreads;
let request: RequestCalls;
before(async () => {
  threads = await startDatabaseThreads();
  const { run } = threads.runner;
  request = { run, runStep: run, budget: new TimeBudget(waitMsMax) };
});
after(() => threads?.stop());

test('a failed session look-up does not keep other streams open', async (t) => {
  // The stream timers do not keep the process alive.
  const alive = setTimeout(() => {}, waitMsMax);
  t.after(() => clearTimeout(alive));
  const errors: unknown[] = [];
  const { runner } = threads;
  const { brandId, accountId, id, tokenHash } = await threads.openSession();
  const streams = new EventStreams({
    runner,
    sessions: new SessionRing(runner, Date.now),
    streamsMax: 10,
    onError: (error) => errors.push(error),
  });
  const listener = { accountId, brandId, role: 'owner' as const, types: [], after: null };
  const broken = await streams.open(request, { ...listener, tokenHash: brokenHash });
  await runner.run('endSession', { accountId, id });
  const gone = await streams.open(request, { ...listener, tokenHash });
  assert.match(await text(gone!), /"signed_out"/);
  assert.match(String(errors[0]), /cannot be a value/);
  streams.close();
  assert.match(await text(broken!), /"closing"/);
});

test(
  'who does not read is cut off, and the others are told everything',
  { timeout: waitMsMax },
  async () => {
    const { runner } = threads;
    const { brandId, accountId, tokenHash } = await threads.openSession();
    const streams = new EventStreams({
      runner,
      sessions: new SessionRing(runner, Date.now),
      streamsMax: 10,
      onError: (error) => assert.fail(String(error)),
    });
    const types = ['lead.created'] as const;
    const listener = { accountId, brandId, tokenHash, role: 'owner' as const, types, after: null };
    const [idle, reading] = await Promise.all([
      streams.open(request, listener),
      streams.open(request, listener),
    ]);
    const cutOff = once(idle!, 'close');
    let told = 0;
    const all = new Promise<void>((resolve) => {
      reading!.on('data', (messages) => {
        told += String(messages).split('event: changed').length - 1;
        if (told === unreadLeads) resolve();
      });
    });
    await runner.run(
      'createLeads',
      Array.from({ length: unreadLeads }, (_, n) => ({
        brandId,
        brandCountry: 'NL',
        brandLanguage: 'en' as const,
        author: { ...systemAuthor, requestId: 'a test' },
        lead: { customerName: `Customer ${n}`, title: 'Leaking tap' },
        rawBody: '{}',
        idempotency: null,
      })),
    );
    streams.wake(brandId);
    await cutOff;
    assert.equal(idle!.readableEnded, false);
    await all;
    streams.close();
  },
);
