// Admission to the database, by counts: slots, shares of lanes, turns, and immediate refusals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable } from '#db/database.ts';
import { Admission } from '#runner/admission.ts';

type Lane = 'look-up' | 'search';

const unhurried = { msMax: 300_000, isForCaller: true };

interface Asked {
  brandId: string;
  lane?: Lane;
  caller?: string | undefined;
  msMax?: number;
}

/** Work that ends on command. */
function start(slots: number, waitingMax = 1_000) {
  const begun: { name: string; slot: number; lane: Lane; end(): void }[] = [];
  let waits = 0;
  const admission = new Admission<Lane>({
    name: 'test',
    slots,
    shares: (count) => ({ 'look-up': count, search: Math.max(1, count - 1) }),
    waitingMax,
    onWait: () => waits++,
  });
  /** Ends the oldest running call. */
  const endFirst = async () => {
    begun.shift()!.end();
    await new Promise(setImmediate);
  };
  return {
    admission,
    begun,
    waits: () => waits,
    ask({ brandId, lane = 'look-up', caller = 'key', msMax }: Asked): Promise<void> {
      const wait = msMax === undefined ? unhurried : { msMax, isForCaller: true };
      return admission.run<void>(lane, { brandId, caller }, wait, (slot) => {
        const { promise: end, resolve } = Promise.withResolvers<void>();
        const name = `${brandId} ${caller}`;
        begun.push({ name, slot, lane, end: resolve });
        return { answer: end, end };
      });
    },
    endFirst,
    async endAll(): Promise<void> {
      while (begun.length > 0) await endFirst();
    },
  };
}

test('at most as many calls start as there are slots, each in its own', async () => {
  const { ask, begun, waits, endAll, admission } = start(3);
  const all = Array.from({ length: 10 }, () => ask({ brandId: 'a' }));
  assert.deepEqual(
    begun.map(({ slot }) => slot),
    [0, 1, 2],
  );
  assert.equal(waits(), 7);
  assert.equal(admission.count(), 10);
  await endAll();
  await Promise.all(all);
  assert.equal(admission.count(), 0);
});

test('a brand with hundreds of calls delays another only by those in flight', async () => {
  const { ask, begun, endFirst, endAll } = start(2);
  const greedy = Array.from({ length: 400 }, (_, n) =>
    ask({ brandId: 'greedy', caller: `key ${n % 5}` }),
  );
  let turns = 0;
  for (let round = 0; round < 20; round++) {
    const modest = ask({ brandId: 'modest' });
    for (turns = 0; !begun.some(({ name }) => name === 'modest key'); turns++) await endFirst();
    assert.ok(turns <= 2, `${turns} turns of the others first`);
    while (begun.some(({ name }) => name === 'modest key')) await endFirst();
    await modest;
  }
  await endAll();
  await Promise.all(greedy);
});

test('a key with hundreds of calls delays another of its brand no more either', async () => {
  const { ask, begun, endFirst, endAll } = start(1);
  const greedy = Array.from({ length: 200 }, () => ask({ brandId: 'a', caller: 'greedy' }));
  const modest = ask({ brandId: 'a', caller: 'modest' });
  await endFirst();
  await endFirst();
  assert.deepEqual(begun[0]?.name, 'a modest');
  await endAll();
  await Promise.all([...greedy, modest]);
});

test('a look-up never waits for a search', async () => {
  const { ask, begun, endAll } = start(2);
  const searches = Array.from({ length: 50 }, (_, n) =>
    ask({ brandId: `brand ${n}`, lane: 'search' }),
  );
  assert.equal(begun.length, 1);
  const lookUp = ask({ brandId: 'brand 0' });
  assert.equal(begun[1]?.lane, 'look-up');
  await endAll();
  await Promise.all([...searches, lookUp]);
});

test('lanes take turns: look-ups do not starve a search', async () => {
  const { ask, begun, endFirst, endAll } = start(1);
  const lookUps = Array.from({ length: 50 }, () => ask({ brandId: 'a' }));
  const search = ask({ brandId: 'a', lane: 'search' });
  await endFirst();
  if (begun[0]?.lane !== 'search') await endFirst();
  assert.equal(begun[0]?.lane, 'search');
  await endAll();
  await Promise.all([...lookUps, search]);
});

test('a slot is freed when its work ends, not when its caller times out', async () => {
  const { ask, begun, admission } = start(1);
  const first = ask({ brandId: 'a' });
  const late = ask({ brandId: 'b', msMax: 1 });
  await assert.rejects(late, DatabaseUnavailable);
  assert.equal(begun.length, 1);
  begun[0]!.end();
  await first;
  await admission.idle(300_000);
  assert.equal(begun.length, 1, 'what was given up is not begun');
});

test('a call behind a long queue is refused immediately; others are not', async () => {
  const { ask, begun, endFirst, endAll } = start(1);
  const first = ask({ brandId: 'a' });
  // The pace is known from now on.
  await endFirst();
  const asked = [first, ask({ brandId: 'a' }), ask({ brandId: 'a' })];
  // With so little time, any queue is too long.
  const hurried = (brandId: string, caller?: string) => ask({ brandId, caller, msMax: 0.000_001 });
  await assert.rejects(hurried('a'), /too long a queue/);
  asked.push(ask({ brandId: 'a' }), ask({ brandId: 'b' }));
  await endAll();
  await Promise.all(asked);
  const last = ask({ brandId: 'a' });
  await assert.rejects(hurried('b'), /no turn in time/, 'nobody is before it in line');
  assert.equal(begun.length, 1);
  await endAll();
  await last;
});

test('the queue is bounded, and no brand takes more than half', async () => {
  const { ask, endAll } = start(1, 10);
  const asked = Array.from({ length: 6 }, () => ask({ brandId: 'a' }));
  await assert.rejects(ask({ brandId: 'a' }), /too many of a brand/);
  for (const brandId of ['b', 'c', 'd', 'e', 'f']) asked.push(ask({ brandId }));
  await assert.rejects(ask({ brandId: 'g' }), /too many waiting/);
  await endAll();
  await Promise.all(asked);
});

test('another slot lets another call start', async () => {
  const { ask, begun, admission, endAll } = start(1);
  const asked = [ask({ brandId: 'a' }), ask({ brandId: 'a' })];
  assert.equal(begun.length, 1);
  admission.addSlot();
  assert.equal(begun.length, 2);
  await endAll();
  await Promise.all(asked);
});
