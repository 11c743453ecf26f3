// How often a server asks the database whether a caller may go on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limiterMaker } from '#http/gate/rate-limit.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

/** A database that grants shares of a window that other servers take from too. */
function startLimiter(limit: number, left = limit) {
  const state = { left, asked: 0 };
  const runner = {
    run: async (_action: string, { share }: { share: number }) => {
      state.asked++;
      const granted = Math.min(share, state.left);
      state.left -= granted;
      return { granted, remaining: state.left, leftMs: 60_000 };
    },
  } as unknown as ActionRunner;
  return { state, limiter: limiterMaker({ runner, waitMsMax: 1_000 })('key', limit) };
}

test('one question for a share, and none while refused', async () => {
  const { state, limiter } = startLimiter(600);
  const decisions = [];
  for (let n = 0; n < 650; n++) decisions.push(await limiter.take('one'));
  assert.equal(decisions.filter(({ isAllowed }) => isAllowed).length, 600);
  assert.equal(state.asked, 60);
  assert.deepEqual(
    decisions.slice(0, 3).map(({ remaining }) => remaining),
    [599, 598, 597],
  );
});

test('requests at the same time share a question, and each counts', async () => {
  const { state, limiter } = startLimiter(600, 25);
  const decisions = await Promise.all(Array.from({ length: 40 }, () => limiter.take('one')));
  assert.equal(decisions.filter(({ isAllowed }) => isAllowed).length, 25);
  assert.equal(state.asked, 2);
});
