import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace } from '#core/pace.ts';

test('nothing is expected of what was never seen', () => {
  const pace = new Pace();
  assert.equal(pace.msOf(1_000), 0);
  assert.equal(pace.countIn(0), Infinity);
});

test('what was seen is expected again, and what was seen last counts most', () => {
  const pace = new Pace();
  pace.note(64, 32);
  assert.equal(pace.msOf(10), 20);
  assert.equal(pace.countIn(100), 50);
  for (let times = 0; times < 40; times++) pace.note(10);
  assert.ok(Math.abs(pace.msOf(1) - 10) < 0.1);
});
