import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace } from '#outbound/pace.ts';

// Timers may fire a millisecond early, and have no fractions.
const timerSlackMs = 2;

test('the first starts immediately, each later one after those before it', async () => {
  const pace = new Pace(10);
  const began = performance.now();
  const tookMs = await Promise.all(
    [1, 3, 1].map(async (units) => {
      await pace.take(units);
      return performance.now() - began;
    }),
  );
  assert.ok(tookMs[1]! >= 10 - timerSlackMs, `${tookMs}`);
  assert.ok(tookMs[2]! >= 40 - timerSlackMs, `${tookMs}`);
  assert.ok(tookMs[0]! < tookMs[1]!, `${tookMs}`);
});

test('an aborted caller does not wait', async () => {
  const pace = new Pace(60_000);
  await pace.take(1);
  const givingUp = new AbortController();
  const reason = new Error('enough');
  const waiting = assert.rejects(pace.take(1, givingUp.signal), reason);
  givingUp.abort(reason);
  await waiting;
});
