// Which waits count against a request's time budget.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Overloaded } from '#db/database.ts';
import { TimeBudget } from '#runner/time-budget.ts';

const totalMs = 60_000;
const stepMs = 50;
// Timers may fire a little early.
const atLeastMs = stepMs - 2;

const leftOf = (budget: TimeBudget) => budget.spend(async (leftMs) => leftMs);

test('calls one after the other share the budget, and pauses between them are free', async () => {
  const budget = new TimeBudget(totalMs);
  await budget.spend(() => wait(stepMs));
  const left = await leftOf(budget);
  assert.ok(left <= totalMs - atLeastMs, String(left));
  await wait(stepMs);
  assert.ok((await leftOf(budget)) > left - atLeastMs);
});

test('without time left nothing is called, until the budget is renewed', async () => {
  const budget = new TimeBudget(stepMs);
  await budget.spend(() => wait(2 * stepMs));
  const neverCalled = () => assert.fail('was called');
  await assert.rejects(budget.spend(neverCalled), Overloaded);
  budget.renew(1 / 2);
  assert.ok((await leftOf(budget)) <= stepMs / 2);
  budget.renew();
  assert.ok((await leftOf(budget)) > stepMs / 2);
});

test('a call that fails counts too', async () => {
  const budget = new TimeBudget(stepMs);
  const failing = async () => {
    await wait(2 * stepMs);
    throw new Error('no answer');
  };
  await assert.rejects(budget.spend(failing), /no answer/);
  await assert.rejects(leftOf(budget), Overloaded);
});
