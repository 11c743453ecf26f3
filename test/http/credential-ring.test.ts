// Cached keys and sessions: revoked ones are invalidated, and only requests count as use.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ActiveApiKey } from '#actions/accounts/api-keys.ts';
import { KeyRing } from '#http/gate/key-ring.ts';
import { SessionRing } from '#http/gate/session-ring.ts';
import type { ActionName } from '#runner/action-kinds.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { type DatabaseThreads, startDatabaseThreads } from '../support/database-threads.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let threads: DatabaseThreads;
before(async () => {
  threads = await startDatabaseThreads();
});
after(() => threads?.stop());

test('checking a session does not prolong it', async () => {
  const { runner } = threads;
  const { id, tokenHash, accountId, lastUsedAt: openedAt } = await threads.openSession();
  const lastUsedAt = async () => {
    const sessions = await runner.run('listSessions', { accountId });
    return sessions.find((session) => session.id === id)?.lastUsedAt;
  };
  let now = openedAt;
  const ring = new SessionRing(runner, () => now);
  for (; now < openedAt + 5 * minuteMs; now += minuteMs) {
    assert.equal((await ring.peekByHash(tokenHash))?.id, id);
  }
  await ring.stop();
  assert.equal(await lastUsedAt(), openedAt);
  await ring.findByHash(tokenHash, runner.run);
  await ring.stop();
  assert.equal(await lastUsedAt(), now);
  now += 31 * dayMs;
  assert.equal(await ring.peekByHash(tokenHash), null);
});

test('a key revoked during its look-up is not cached', async () => {
  const { brandId, id, key } = await threads.createKey();
  const { runner, isAsked, letGo } = holdingBack('lookUpApiKey');
  const ring = new KeyRing(runner, Date.now);
  ring.invalidateAll();
  const found = ring.check(key, runner.run);
  await isAsked;
  await threads.runner.run('revokeBrandKey', { brandId, id });
  ring.invalidateAll();
  letGo();
  assert.equal(((await found) as ActiveApiKey).keyId, id);
  assert.equal(await ring.check(key, runner.run), 'revoked');
});

test('a session ended during its look-up is not cached', async () => {
  const { accountId, id, tokenHash } = await threads.openSession();
  const { runner, isAsked, letGo } = holdingBack('lookUpSession');
  const ring = new SessionRing(runner, Date.now);
  ring.invalidateAll();
  const found = ring.findByHash(tokenHash, runner.run);
  await isAsked;
  await threads.runner.run('endSession', { accountId, id });
  ring.invalidateAll();
  letGo();
  assert.equal((await found)?.id, id);
  assert.equal(await ring.findByHash(tokenHash, runner.run), null);
});

test('the first use of a key that expires unused is committed immediately, and visible to a server that refused it', async () => {
  const { runner, firstKey } = threads;
  const ringAt = (hours: number) => new KeyRing(runner, () => Date.now() + hours * 60 * minuteMs);
  const [early, late] = [ringAt(23), ringAt(25)];
  assert.equal(await late.check(firstKey, runner.run), 'expired');
  assert.equal(typeof (await early.check(firstKey, runner.run)), 'object');
  assert.equal(typeof (await late.check(firstKey, runner.run)), 'object');
});

/** Threads that hold back responses to that action until they are released. */
function holdingBack(held: ActionName) {
  const asked = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const run = async (...[name, input]: Parameters<ActionRunner['run']>) => {
    const answer = await threads.runner.run(name, input);
    if (name !== held) return answer;
    asked.resolve();
    await going.promise;
    return answer;
  };
  const runner = { ...threads.runner, run } as ActionRunner;
  return { runner, isAsked: asked.promise, letGo: () => going.resolve() };
}
