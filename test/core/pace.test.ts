import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace } from '#core/pace.ts';

test('without samples nothing is predicted', () => {
  const pace = new Pace();
  assert.equal(pace.msOf(1_000), 0);
  assert.equal(pace.countIn(0), Infinity);
});

test('the average weighs recent samples most', () => {
  const pace = new Pace();
  pace.note(64, 32);
  assert.equal(pace.msOf(10), 20);
  assert.equal(pace.countIn(100), 50);
  for (let times = 0; times < 40; times++) pace.note(10);
  assert.ok(Math.abs(pace.msOf(1) - 10) < 0.1);
});
