import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readRetryAfter, type Repeat, waitBeforeRetry } from '../../sdk/src/retry.ts';

const policy = { retriesMax: 3, retryBaseMs: 500, retryWaitMsMax: 60_000 };
const repeats: Repeat[] = ['freely', 'with-key', 'if-refused'];

// Which calls are retried: always, with a key, or only if refused.
const decisions: [what: string, status: number | null, retryAfterMs: number | null, string][] = [
  ['no answer', null, null, 'yes yes no'],
  ['400', 400, null, 'no no no'],
  ['401', 401, null, 'no no no'],
  ['403', 403, null, 'no no no'],
  ['403 that names a time', 403, 1000, 'no no no'],
  ['404', 404, null, 'no no no'],
  ['408', 408, null, 'yes yes no'],
  ['409', 409, null, 'no no no'],
  ['409 of a call under way', 409, 1000, 'no yes no'],
  ['412', 412, null, 'no no no'],
  ['422', 422, null, 'no no no'],
  ['429', 429, null, 'yes yes yes'],
  ['429 that names a time', 429, 60_000, 'yes yes yes'],
  ['429 that asks for too much', 429, 60_001, 'no no no'],
  ['500', 500, null, 'yes yes no'],
  ['502', 502, null, 'yes yes no'],
  ['503 that names a time', 503, 2000, 'yes yes no'],
  ['301', 301, null, 'no no no'],
];

for (const [what, status, retryAfterMs, expected] of decisions) {
  test(`after ${what}`, () => {
    const found = repeats.map((repeat) => {
      const call = { repeat, retriesDone: 0 };
      return waitBeforeRetry({ status, retryAfterMs }, call, policy, 0.5) === null ? 'no' : 'yes';
    });
    assert.equal(found.join(' '), expected);
  });
}

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('waits double at most, with jitter, three times', () => {
  fc.assert(
    fc.property(chance, fc.nat({ max: 6 }), (chance, retriesDone) => {
      const failure = { status: 500, retryAfterMs: null };
      const waitMs = waitBeforeRetry(failure, { repeat: 'freely', retriesDone }, policy, chance);
      if (retriesDone >= 3) assert.equal(waitMs, null);
      else assert.equal(waitMs, chance * [500, 1000, 2000][retriesDone]!);
    }),
  );
});

test('a retry honours Retry-After and the promised maximum', () => {
  fc.assert(
    fc.property(
      chance,
      fc.nat({ max: 2 }),
      fc.nat({ max: 120_000 }),
      (chance, retriesDone, retryAfterMs) => {
        const failure = { status: 429, retryAfterMs };
        const waitMs = waitBeforeRetry(failure, { repeat: 'freely', retriesDone }, policy, chance);
        if (waitMs === null) return assert.ok(retryAfterMs > policy.retryWaitMsMax);
        assert.ok(waitMs >= retryAfterMs && waitMs <= policy.retryWaitMsMax);
      },
    ),
  );
});

const now = Date.parse('2026-11-15T09:30:00Z');
const headers: [header: string | null, ms: number | null][] = [
  [null, null],
  ['0', 0],
  ['7', 7000],
  [' 7 ', 7000],
  ['Sun, 15 Nov 2026 09:30:10 GMT', 10_000],
  ['Sun, 15 Nov 2026 09:29:00 GMT', 0],
  ['soon', null],
  ['', null],
];

for (const [header, ms] of headers) {
  test(`Retry-After ${JSON.stringify(header)} is ${ms} ms`, () => {
    assert.equal(readRetryAfter(header, now), ms);
  });
}
