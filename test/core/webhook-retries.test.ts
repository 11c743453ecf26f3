import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { webhookRetryMs } from '#core/retry-schedules.ts';
import { type Health, healthAfter, outcomeOfAttempt } from '#core/webhooks/webhook-retries.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = 1_800_000_000_000;

const well: Health = {
  state: 'active',
  disabledReason: null,
  failingSince: null,
  lastFailedAt: null,
};
/** Failing for so long, with the last failure some time ago. */
const failing = (ms: number, lastMs = 0): Health => ({
  ...well,
  failingSince: now - ms,
  lastFailedAt: now - lastMs,
});
const taken = { status: 200, error: null };
const refused = { status: 500, error: 'http_status' } as const;
const silent = { status: null, error: 'timeout' } as const;
const gone = { status: 410, error: 'http_status' } as const;

function disabled(health: Health, disabledReason: Health['disabledReason']): Health {
  return { ...health, state: 'disabled', disabledReason };
}

const cases: [name: string, before: Health, answer: Parameters<typeof healthAfter>[1], Health][] = [
  ['taken', well, taken, well],
  ['the first failure', well, refused, failing(0)],
  ['a later failure', failing(day, hour), silent, failing(day)],
  ['taken after failures', failing(4 * day, hour), taken, { ...well, lastFailedAt: now - hour }],
  ['a failure after a good time', { ...well, lastFailedAt: now - hour }, refused, failing(0)],
  ['almost five days', failing(5 * day - 1, hour), refused, failing(5 * day - 1)],
  [
    'a failure after quiet days',
    failing(6 * day, 5 * day),
    refused,
    disabled(failing(6 * day), 'failing'),
  ],
  ['gone after quiet days', failing(4 * day, 3 * day), gone, disabled(failing(4 * day), 'gone')],
  [
    'taken after quiet days',
    failing(9 * day, 8 * day),
    taken,
    { ...well, lastFailedAt: now - 8 * day },
  ],
  ['five days', failing(5 * day, 2 * day), silent, disabled(failing(5 * day), 'failing')],
  ['gone', well, gone, disabled(failing(0), 'gone')],
  ['gone while paused', { ...well, state: 'paused' }, gone, { ...failing(0), state: 'paused' }],
  [
    'one more failure after it was disabled',
    disabled(failing(9 * day, hour), 'gone'),
    refused,
    disabled(failing(9 * day), 'gone'),
  ],
];
for (const [name, before, answer, after] of cases) {
  test(`health: ${name}`, () => assert.deepEqual(healthAfter(before, answer, now), after));
}

test('it takes a failure five days or more after the first one, with no success between', () => {
  const step = fc.record({
    pause: fc.integer({ min: 0, max: 8 * day }),
    isTaken: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let health = well;
      let at = now;
      let failures: number[] = [];
      for (const { pause, isTaken } of steps) {
        at += pause;
        failures = isTaken ? [] : [...failures, at];
        health = healthAfter(health, isTaken ? taken : refused, at);
        assert.equal(health.failingSince, failures[0] ?? null);
        const isOver = failures.length > 1 && at - failures[0]! >= 5 * day;
        assert.equal(health.state, isOver ? 'disabled' : 'active');
        assert.equal(health.disabledReason, isOver ? 'failing' : null);
        if (isOver) return;
      }
    }),
  );
});

test('one event that always fails does not disable the endpoint', () => {
  let health = well;
  let at = now;
  for (const wait of [0, ...webhookRetryMs]) {
    at += wait * 1.1;
    health = healthAfter(health, silent, at);
  }
  assert.deepEqual([health.state, health.failingSince], ['active', now]);
});

const sent = { attemptedAt: now - 10, error: null, retryInMs: null, wantedAt: null };
const failed = { ...sent, error: 'timeout' as const };
const ended = { dueAt: null, endedAt: now, isRetryRequested: false };
const goingOn = { status: 'pending', endedAt: null, isRetryRequested: false };
const outcomes: [string, Parameters<typeof outcomeOfAttempt>[0], object][] = [
  ['taken', { ...sent, retryInMs: hour }, { ...ended, status: 'delivered' }],
  ['failed', { ...failed, retryInMs: hour }, { ...goingOn, dueAt: now + hour }],
  ['failed for the last time', failed, { ...ended, status: 'failed' }],
  [
    'a retry that was due',
    { ...failed, retryInMs: hour, wantedAt: now - 10 },
    { ...goingOn, dueAt: now + hour },
  ],
  [
    'asked for again while it was being sent',
    { ...failed, wantedAt: now - 9 },
    { ...goingOn, dueAt: now, isRetryRequested: true },
  ],
];
for (const [name, attempt, outcome] of outcomes) {
  test(`a delivery: ${name}`, () => assert.deepEqual(outcomeOfAttempt(attempt, now), outcome));
}
