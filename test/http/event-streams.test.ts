// Pages that are open: who is not signed in any more is sent away, and being open is no use of a session.
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { LivingSession, SessionUse } from '#actions/sessions.ts';
import { EventStreams } from '#http/event-streams.ts';
import { SessionRing } from '#http/session-ring.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

const minuteMs = 60_000;
const waitMsMax = 10_000;
const session: LivingSession = {
  id: 'id',
  tokenHash: 'hash',
  accountId: 'account',
  brandId: 'brand',
  brandCountry: 'NL',
  role: 'owner',
  createdAt: 0,
  lastUsedAt: 0,
};

function runnerWith(answers: Record<string, (input: never) => unknown>): ActionRunner {
  const run = async (name: string, input: never) => answers[name]!(input);
  return { run } as unknown as ActionRunner;
}

test('looking whether a session is good does not prolong it', async () => {
  let now = 0;
  const uses: SessionUse[] = [];
  const runner = runnerWith({
    readSessionsRevision: () => 1,
    lookUpSession: () => ({ ...session }),
    recordSessionUses: (written: SessionUse[]) => uses.push(...written),
  });
  const ring = new SessionRing(runner, () => now);
  for (; now < 5 * minuteMs; now += minuteMs) {
    assert.equal((await ring.peekByHash('hash'))?.id, 'id');
  }
  await ring.stop();
  assert.deepEqual(uses, []);
  await ring.findByHash('hash');
  await ring.stop();
  assert.deepEqual(
    uses.map(({ at }) => at),
    [now],
  );
  now += 31 * 24 * 60 * minuteMs;
  assert.equal(await ring.peekByHash('hash'), null);
});

test('a session that cannot be looked up keeps nobody else from being sent away', async (t) => {
  // What looks after the streams does not keep a process alive.
  const alive = setTimeout(() => {}, waitMsMax);
  t.after(() => clearTimeout(alive));
  const errors: unknown[] = [];
  const runner = runnerWith({
    readSessionsRevision: () => 1,
    readFeedEnd: () => 0,
    readFeed: () => [],
    lookUpSession: ({ tokenHash }: { tokenHash: string }) => {
      if (tokenHash === 'broken') throw new Error('no answer');
      return null;
    },
  });
  const streams = new EventStreams({
    runner,
    sessions: new SessionRing(runner),
    streamsMax: 10,
    onError: (error) => errors.push(error),
  });
  const listener = { ...session, types: [], after: null };
  const broken = await streams.open({ ...listener, tokenHash: 'broken' });
  const gone = await streams.open({ ...listener, tokenHash: 'gone' });
  assert.match(await text(gone!), /"signed_out"/);
  assert.ok(errors.length > 0);
  streams.close();
  assert.match(await text(broken!), /"closing"/);
});
