// The rate window: never over the limit, no refusal without reason, and Retry-After holds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { type RateWindow, takeFromWindow } from '#core/requests/rate-window.ts';

const windowMs = 60_000;
const steps = fc.array(fc.oneof(fc.nat(50), fc.nat(windowMs * 2)), { minLength: 1, maxLength: 60 });
const limits = fc.integer({ min: 1, max: 10 });

function* timesOf(pauses: number[]): Generator<number> {
  let now = 1_700_000_000_000;
  for (const pause of pauses) yield (now += pause);
}

test('a window lets through its limit and refuses the rest until it ends', () => {
  fc.assert(
    fc.property(steps, limits, (pauses, limit) => {
      let window: RateWindow | undefined;
      let startedAt = -Infinity;
      let allowed = 0;
      for (const now of timesOf(pauses)) {
        if (now >= startedAt + windowMs) [startedAt, allowed] = [now, 0];
        const decision = takeFromWindow(window, now, limit, windowMs);
        window = decision.window;
        assert.equal(decision.isAllowed, allowed < limit);
        if (decision.isAllowed) allowed++;
        assert.equal(decision.remaining, limit - allowed);
      }
    }),
  );
});

test('a caller that waits for Retry-After passes', () => {
  fc.assert(
    fc.property(steps, limits, (pauses, limit) => {
      let window: RateWindow | undefined;
      for (const now of timesOf(pauses)) {
        const decision = takeFromWindow(window, now, limit, windowMs);
        window = decision.window;
        const { resetSeconds } = decision;
        assert.ok(Number.isInteger(resetSeconds) && resetSeconds >= 1 && resetSeconds <= 60);
        const later = takeFromWindow(window, now + resetSeconds * 1000, limit, windowMs);
        assert.ok(later.isAllowed);
        assert.equal(later.remaining, limit - 1);
      }
    }),
  );
});

test('a clock that is set back locks no caller out', () => {
  const full = { startedAt: 2_000_000, taken: 5 };
  assert.equal(takeFromWindow(full, 2_000_001, 5, windowMs).isAllowed, false);
  assert.equal(takeFromWindow(full, 1_000_000, 5, windowMs).isAllowed, true);
});

test('peeking changes nothing', () => {
  const window = Object.freeze({ startedAt: 1_000, taken: 1 });
  const once = takeFromWindow(window, 2_000, 5, windowMs);
  assert.deepEqual(takeFromWindow(window, 2_000, 5, windowMs), once);
});
