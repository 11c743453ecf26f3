// When `vakwerk listen` retries an event, and when it goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { outcomeOfAttempt, refusalsMax } from '../../cli/listen/outcome-of-attempt.ts';

const answered = (status: number) => ({ status, error: null, isUnreachable: false });
const slow = { status: null, error: 'no response', isUnreachable: false };
const unreachable = { status: null, error: 'nothing listens there', isUnreachable: true };

const success = fc.integer({ min: 200, max: 299 }).map(answered);
const refusal = fc.oneof(
  fc
    .integer({ min: 300, max: 599 })
    .filter((status) => status !== 410)
    .map(answered),
  fc.constant(slow),
);
const failure = fc.oneof(refusal, fc.constant(unreachable));

test('2xx delivers, and 410 ends it, whatever came before', () => {
  fc.assert(
    fc.property(fc.array(failure), success, (before, last) => {
      assert.equal(outcomeOfAttempt([...before, last]), 'delivered');
      assert.equal(outcomeOfAttempt([...before, answered(410)]), 'gone');
    }),
  );
});

test('a receiver that is not running is waited for without end', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), (count) => {
      const attempts = Array.from({ length: count }, () => unreachable);
      assert.equal(outcomeOfAttempt(attempts), 'retried');
    }),
  );
});

test('an event is skipped at the fifth refusal', () => {
  assert.equal(refusalsMax, 5);
  fc.assert(
    fc.property(fc.array(failure, { minLength: 1 }), (attempts) => {
      const refusals = attempts.filter((attempt) => attempt !== unreachable).length;
      const expected = refusals >= 5 ? 'skipped' : 'retried';
      assert.equal(outcomeOfAttempt(attempts), expected);
    }),
  );
});
