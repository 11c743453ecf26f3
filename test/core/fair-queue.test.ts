import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { FairQueue, type Requester } from '#core/fair-queue.ts';

interface One {
  who: Requester;
  number: number;
  isGone: boolean;
}

const who: fc.Arbitrary<Requester> = fc.record({
  brandId: fc.constantFrom('a', 'b', 'c'),
  caller: fc.constantFrom('x', 'y', 'z'),
});
const added = who.map((one) => ({ add: one }));
const step = fc.oneof(
  { weight: 3, arbitrary: added },
  { weight: 2, arbitrary: fc.constant('take' as const) },
  { weight: 1, arbitrary: fc.nat().map((pick) => ({ leave: pick })) },
  { weight: 1, arbitrary: fc.constant('drop' as const) },
);

/** A plain list of waiters, as the model. */
function play(steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) {
  const turns = new FairQueue<One>();
  let waiting: One[] = [];
  let numbers = 0;
  // Turns given to others since it was first in its queue, or its brand's.
  const passed = { brands: new Map<string, number>(), callers: new Map<string, number>() };
  const nameOf = ({ brandId, caller }: Requester) => `${brandId} ${caller}`;
  for (const one of steps) {
    if (one === 'take') {
      const taken = turns.next();
      assert.equal(taken === undefined, waiting.length === 0);
      if (!taken) continue;
      assert.ok(!taken.isGone);
      const first = waiting.find(({ who: its }) => nameOf(its) === nameOf(taken.who));
      assert.equal(taken.number, first?.number, 'first come, first served within a line');
      waiting = waiting.filter((other) => other !== taken);
      count(passed.brands, taken.who.brandId, (other) => other.who.brandId);
      const inBrand = waiting.filter((other) => other.who.brandId === taken.who.brandId);
      count(passed.callers, nameOf(taken.who), (other) => nameOf(other.who), inBrand);
    } else if (one === 'drop') {
      turns.dropGone();
      assert.equal(turns.count, waiting.length);
    } else if ('leave' in one) {
      const leaving = waiting[one.leave % waiting.length];
      if (!leaving) continue;
      leaving.isGone = true;
      waiting = waiting.filter((other) => other !== leaving);
    } else {
      const next = { who: one.add, number: numbers++, isGone: false };
      turns.add(one.add, next);
      waiting.push(next);
    }
    assert.ok(turns.count >= waiting.length);
  }
  while (turns.next()) waiting.pop();
  assert.equal(waiting.length, 0, 'nobody is left out');
  assert.equal(turns.count, 0);

  /** No waiter is overtaken twice by the same one. */
  function count(
    turnsOf: Map<string, number>,
    taken: string,
    nameIn: (one: One) => string,
    among = waiting,
  ): void {
    turnsOf.set(taken, 0);
    for (const name of new Set(among.map(nameIn))) {
      if (name === taken) continue;
      const turnsPassed = (turnsOf.get(name) ?? 0) + 1;
      turnsOf.set(name, turnsPassed);
      assert.ok(turnsPassed <= 2, `${name} is passed by ${turnsPassed} turns of two others`);
    }
    for (const name of turnsOf.keys()) {
      if (!among.some((one) => nameIn(one) === name)) turnsOf.delete(name);
    }
  }
}

test('brands take turns, and callers within a brand, each queue first come, first served', () => {
  fc.assert(fc.property(fc.array(step, { maxLength: 60 }), play), { numRuns: 1_000 });
});

test('a single caller is next after one of each other brand, however long their queues', () => {
  const turns = new FairQueue<One>();
  const add = (brandId: string, caller: string, number: number) =>
    turns.add({ brandId, caller }, { who: { brandId, caller }, number, isGone: false });
  for (let number = 0; number < 1_000; number++) add('greedy', `key ${number % 7}`, number);
  turns.next();
  add('modest', 'key', 0);
  assert.equal(turns.next()?.who.brandId, 'greedy');
  assert.equal(turns.next()?.who.brandId, 'modest');
  assert.equal(turns.countOf('greedy'), 998);
});

test('a newcomer waits for at most the predicted number of turns', () => {
  fc.assert(
    fc.property(fc.array(who, { maxLength: 60 }), who, fc.nat(20), (asked, newcomer, taken) => {
      const turns = new FairQueue<One>();
      asked.forEach((its, number) => turns.add(its, { who: its, number, isGone: false }));
      for (let turn = 0; turn < taken; turn++) turns.next();
      const most = turns.aheadOf(newcomer);
      assert.ok(most <= turns.count);
      const added = { who: newcomer, number: -1, isGone: false };
      turns.add(newcomer, added);
      let before = 0;
      while (turns.next() !== added) before++;
      assert.ok(before <= most, `${before} turns instead of ${most}`);
    }),
    { numRuns: 1_000 },
  );
});

test('a thousand calls of another brand delay a newcomer by one turn', () => {
  const turns = new FairQueue<One>();
  const greedy = { brandId: 'greedy', caller: 'key' };
  for (let number = 0; number < 1_000; number++) {
    turns.add(greedy, { who: greedy, number, isGone: false });
  }
  assert.equal(turns.aheadOf({ brandId: 'modest', caller: 'key' }), 1);
  assert.equal(turns.aheadOf({ brandId: 'greedy', caller: 'another' }), 1);
  assert.equal(turns.aheadOf(greedy), 1_000);
});
