import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  assetRemovalBackoff,
  backoffDelay,
  purgeBackoff,
  ownerMailRetryMs,
  photoRetryMs,
  retryAfterMs,
  retryDelay,
  webhookRetryMs,
} from '#core/retry-schedules.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

const schedules = {
  photo: [photoRetryMs, [2 * second, 30 * second, 5 * minute]],
  webhook: [
    webhookRetryMs,
    [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour],
  ],
  'mail to an owner': [ownerMailRetryMs, [minute, 10 * minute, hour, 10 * hour]],
} as const;
for (const [name, [schedule, expected]] of Object.entries(schedules)) {
  test(`the retries of a ${name}, then no more`, () => {
    const delays = [...expected, null].map((_, index) => retryDelay(schedule, index + 1, 0));
    assert.deepEqual(delays, [...expected, null]);
  });
}

const backoffs = {
  'the removal of pictures': [assetRemovalBackoff, second, hour],
  'forgetting what was deleted': [purgeBackoff, 500, 30 * second],
} as const;
for (const [name, [backoff, first, most]] of Object.entries(backoffs)) {
  test(`${name} backs off and never gives up`, () => {
    const delays = [1, 2, 3, 20, 5_000].map((failures) => backoffDelay(backoff, failures, 0));
    assert.deepEqual(delays, [first, 2 * first, 4 * first, most, most]);
  });
}

test('Retry-After is seconds or a date, up to an hour', () => {
  const now = Date.UTC(2026, 10, 15, 9);
  const cases: [header: string | null, seconds: number][] = [
    [null, 0],
    ['0', 0],
    ['120', 120],
    ['86400', 3_600],
    ['-5', 0],
    ['soon', 0],
    ['Sun, 15 Nov 2026 09:01:00 GMT', 60],
    ['Sun, 15 Nov 2026 08:59:00 GMT', 0],
    ['Mon, 16 Nov 2026 09:00:00 GMT', 3_600],
  ];
  for (const [header, seconds] of cases) {
    assert.equal(retryAfterMs(header, now), seconds * second, String(header));
  }
});

test('jitter adds up to a tenth and never takes anything away', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.float({ min: 0, max: 1, noNaN: true }),
      (failures, chance) => {
        for (const [least, delay] of [
          [webhookRetryMs[failures - 1]!, retryDelay(webhookRetryMs, failures, chance)!],
          [
            backoffDelay(assetRemovalBackoff, failures, 0),
            backoffDelay(assetRemovalBackoff, failures, chance),
          ],
        ] as const) {
          assert.ok(delay >= least && delay <= least * 1.1 && Number.isInteger(delay));
        }
      },
    ),
  );
  assert.notEqual(retryDelay(webhookRetryMs, 1, 0.2), retryDelay(webhookRetryMs, 1, 0.9));
});
