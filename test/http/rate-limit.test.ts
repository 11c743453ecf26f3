// How often a server asks the database for a share of a rate window.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limiterMaker } from '#http/gate/rate-limit.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { TimeBudget } from '#runner/time-budget.ts';

const budget = new TimeBudget(60_000);

/** A database that grants shares of a window that other servers use too. */
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

test('one query per share, and none while refused', async () => {
  const { state, limiter } = startLimiter(600);
  const decisions = [];
  for (let n = 0; n < 650; n++) decisions.push(await limiter.take('one', budget));
  assert.equal(decisions.filter(({ isAllowed }) => isAllowed).length, 600);
  assert.equal(state.asked, 60);
  assert.deepEqual(
    decisions.slice(0, 3).map(({ remaining }) => remaining),
    [599, 598, 597],
  );
});

test('concurrent requests share a query, and each counts', async () => {
  const { state, limiter } = startLimiter(600, 25);
  const decisions = await Promise.all(
    Array.from({ length: 40 }, () => limiter.take('one', budget)),
  );
  assert.equal(decisions.filter(({ isAllowed }) => isAllowed).length, 25);
  assert.equal(state.asked, 2);
});

test('a request without time left counts by itself, and the others share their question', async () => {
  const { state, limiter } = startLimiter(600);
  const spent = new TimeBudget(0);
  const [late, ...others] = await Promise.all([
    limiter.take('one', spent),
    limiter.take('one', budget),
    limiter.take('one', budget),
  ]);
  assert.equal(late.remaining, 599);
  assert.deepEqual(
    others.map(({ isAllowed }) => isAllowed),
    [true, true],
  );
  assert.equal(state.asked, 1);
});
