// Only slow checks are repeated, and a bounded number of times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { assertInTime, lookAgainIfSlow, TooSlow, within } from './support/within.ts';

async function looksAt(look: (count: number) => void) {
  const said: string[] = [];
  const context = { diagnostic: (words: string) => void said.push(words) };
  let looks = 0;
  const looking = lookAgainIfSlow(
    context,
    async () => look(++looks),
    async () => {},
  );
  const outcome = await looking.catch((error) => error);
  return { looks, outcome, said };
}

test('a late success passes, and its delays are reported', async () => {
  const { looks, outcome, said } = await looksAt((count) =>
    assertInTime(count < 3 ? 200 : 199, 200, 'an answer'),
  );
  assert.deepEqual([looks, outcome], [3, undefined]);
  const late = 'an answer took 200 ms of 200 ms';
  assert.deepEqual(said, [`look 1: ${late}`, `look 2: ${late}`]);
});

test('a check that is always late fails', async () => {
  const { looks, outcome, said } = await looksAt(() => assertInTime(201, 200, 'an answer'));
  assert.ok(outcome instanceof TooSlow);
  assert.deepEqual([looks, said.length], [4, 3]);
});

test('any other failure is final', async () => {
  const { looks, outcome } = await looksAt(() => assert.equal(1, 2));
  assert.ok(outcome instanceof assert.AssertionError);
  assert.equal(looks, 1);
});

test('a check after the deadline still counts, however long it takes', async () => {
  const look = (ms: number, seen: boolean) => async () => wait(ms, seen);
  await within(10, look(50, true));
  await assert.rejects(within(10, look(50, false)), TooSlow);
});
