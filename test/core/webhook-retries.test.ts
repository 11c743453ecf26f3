import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { type Health, healthAfter, retryDelay, webhookRetryMs } from '#core/webhook-retries.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = 1_800_000_000_000;

test('retries after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, then no more', () => {
  const expected = [5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((failures) => retryDelay(failures, webhookRetryMs, 0)),
    [...expected, null],
  );
});

test('chance adds up to a tenth and never takes anything away', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.float({ min: 0, max: 1, noNaN: true }),
      (n, chance) => {
        const [least, delay] = [webhookRetryMs[n - 1]!, retryDelay(n, webhookRetryMs, chance)!];
        assert.ok(delay >= least && delay <= least * 1.1 && Number.isInteger(delay));
      },
    ),
  );
  assert.notEqual(retryDelay(1, webhookRetryMs, 0.2), retryDelay(1, webhookRetryMs, 0.9));
});

const well: Health = { state: 'active', disabledReason: null, failingSince: null };
const failing = (ms: number): Health => ({ ...well, failingSince: now - ms });
const taken = { status: 200, error: null };
const refused = { status: 500, error: 'http_status' } as const;
const silent = { status: null, error: 'timeout' } as const;
const gone = { status: 410, error: 'http_status' } as const;

const cases: [name: string, before: Health, answer: Parameters<typeof healthAfter>[1], Health][] = [
  ['taken', well, taken, well],
  ['the first failure', well, refused, failing(0)],
  ['a later failure', failing(day), silent, failing(day)],
  ['taken after failures', failing(4 * day), taken, well],
  ['almost five days', failing(5 * day - 1), refused, failing(5 * day - 1)],
  [
    'five days',
    failing(5 * day),
    silent,
    { ...failing(5 * day), state: 'disabled', disabledReason: 'failing' },
  ],
  ['gone', well, gone, { ...failing(0), state: 'disabled', disabledReason: 'gone' }],
  ['gone while paused', { ...well, state: 'paused' }, gone, { ...failing(0), state: 'paused' }],
  [
    'one more failure after it was disabled',
    { ...failing(9 * day), state: 'disabled', disabledReason: 'gone' },
    refused,
    { ...failing(9 * day), state: 'disabled', disabledReason: 'gone' },
  ],
];
for (const [name, before, answer, after] of cases) {
  test(`health: ${name}`, () => assert.deepEqual(healthAfter(before, answer, now), after));
}
