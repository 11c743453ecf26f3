// Batching of leads: which are created together, and when a batch is sent.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LeadRequest, LeadResult } from '#actions/leads/create-leads.ts';
import { Overloaded } from '#db/database.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import { TimeBudget } from '#runner/time-budget.ts';

const request: LeadRequest = {
  brandId: 'brand',
  brandCountry: 'NL',
  brandLanguage: 'en' as const,
  author: { actor: 'key', actorId: 'key', requestId: 'request' },
  lead: { customerName: 'Jan', title: 'Leaking tap' },
  rawBody: '{}',
  idempotency: null,
};
const result: LeadResult = { outcome: 'key_reused' };

/** A database that completes a batch on command. */
function startQueue(options: { isConcurrent: boolean; waitingMax?: number; waitMsMax?: number }) {
  const { waitMsMax = 300_000 } = options;
  const sizes: number[] = [];
  const brands: string[][] = [];
  const underWay: (() => void)[] = [];
  const runner = {
    run: (_action: string, batch: readonly LeadRequest[]) => {
      sizes.push(batch.length);
      brands.push(batch.map(({ brandId }) => brandId));
      const { promise, resolve } = Promise.withResolvers<LeadResult[]>();
      underWay.push(() => resolve(batch.map(() => result)));
      return promise;
    },
  } as unknown as ActionRunner;
  const queue = new LeadIntakeQueue(runner, {
    waitingMax: 1_000,
    waitIncludesResponse: false,
    ...options,
    waitMsMax,
  });
  const answers: Promise<LeadResult>[] = [];
  const turn = () => new Promise(setImmediate);
  return {
    sizes,
    brands,
    submit: (brandId: string) => queue.submit(new TimeBudget(waitMsMax), { ...request, brandId }),
    async bring(count: number, brandId = 'brand') {
      for (let sent = 0; sent < count; sent++) answers.push(this.submit(brandId));
      await turn();
    },
    async endFirst() {
      underWay.shift()!();
      await turn();
    },
    async endAll() {
      while (underWay.length > 0) await this.endFirst();
      assert.equal((await Promise.all(answers)).length, answers.length);
    },
  };
}

describe('sequential batches', () => {
  test('leads that arrive during a batch share the next one', async () => {
    const queue = startQueue({ isConcurrent: false });
    for (let lead = 0; lead < 1 + 23; lead++) await queue.bring(1);
    assert.deepEqual(queue.sizes, [1]);
    await queue.endFirst();
    assert.deepEqual(queue.sizes, [1, 23]);
    await queue.endAll();
  });

  test('a well-filled batch is sent ahead of its turn', async () => {
    const queue = startQueue({ isConcurrent: false });
    await queue.bring(1);
    await queue.bring(24);
    assert.deepEqual(queue.sizes, [1, 24]);
    await queue.endAll();
  });

  test('with two batches in flight, the next one fills', async () => {
    const queue = startQueue({ isConcurrent: false });
    await queue.bring(32 + 32);
    assert.deepEqual(queue.sizes, [32, 32]);
    await queue.bring(40);
    assert.deepEqual(queue.sizes, [32, 32], 'a third one is sent');
    await queue.endFirst();
    assert.deepEqual(queue.sizes, [32, 32, 32]);
    await queue.endFirst();
    assert.deepEqual(queue.sizes, [32, 32, 32], '8 do not gather');
    await queue.endFirst();
    assert.deepEqual(queue.sizes, [32, 32, 32, 8]);
    await queue.endAll();
  });
});

test('with concurrent batches the second starts immediately', async () => {
  const queue = startQueue({ isConcurrent: true });
  for (let lead = 0; lead < 4; lead++) await queue.bring(1);
  assert.deepEqual(queue.sizes, [1, 1]);
  await queue.endFirst();
  assert.deepEqual(queue.sizes, [1, 1, 2]);
  await queue.endAll();
});

test('the batch size grows with the queue', async () => {
  const queue = startQueue({ isConcurrent: false });
  await queue.bring(1);
  await queue.bring(1_000);
  assert.deepEqual(queue.sizes, [1, 32], 'a batch is sent on when it is well filled');
  for (let batch = 0; batch < 10; batch++) await queue.endFirst();
  assert.deepEqual(queue.sizes.slice(0, 5), [1, 32, 242, 182, 136]);
  await queue.endAll();
});

test('brands take turns for the slots of a batch', async () => {
  const queue = startQueue({ isConcurrent: false });
  await queue.bring(32 + 32 + 100, 'greedy');
  await queue.bring(3, 'modest');
  await queue.endFirst();
  const places = queue.brands[2]!.flatMap((brand, place) => (brand === 'modest' ? [place] : []));
  assert.deepEqual(places, [1, 3, 5]);
  await queue.endAll();
});

test('while brands share the database, batches are short: the next lead waits for two', async () => {
  const queue = startQueue({ isConcurrent: false });
  await queue.bring(1, 'modest');
  await queue.bring(200, 'greedy');
  await queue.endFirst();
  assert.deepEqual(queue.sizes, [1, 16, 16]);
  await queue.bring(1, 'modest');
  await queue.endFirst();
  assert.deepEqual(
    queue.sizes,
    [1, 16, 16, 32],
    'one of two brands that wait, and the other’s lead',
  );
  assert.equal(queue.brands[3]!.indexOf('modest'), 1);
  await queue.endAll();
});

test('with concurrent batches, a brand that shares the database has one at a time', async () => {
  const queue = startQueue({ isConcurrent: true });
  await queue.bring(1, 'modest');
  await queue.bring(100, 'greedy');
  await queue.endFirst();
  assert.deepEqual(queue.sizes, [1, 32]);
  await queue.bring(1, 'modest');
  assert.deepEqual(queue.brands[2], ['modest'], 'it goes at once');
  await queue.endAll();
});

test('a brand with a full queue keeps no other out, and the total is bounded', async () => {
  const queue = startQueue({ isConcurrent: false, waitingMax: 40 });
  await queue.bring(1, 'greedy');
  await queue.bring(40, 'greedy');
  assert.deepEqual(queue.sizes, [1, 32]);
  await queue.bring(32, 'greedy');
  await assert.rejects(queue.submit('greedy'), Overloaded);
  await queue.bring(40, 'modest');
  await assert.rejects(queue.submit('third'), Overloaded);
  await queue.endAll();
});

test('a lead behind a long queue is refused immediately, one behind a short queue is not', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const queue = startQueue({ isConcurrent: false, waitMsMax: 3_000 });
  await queue.bring(32);
  now += 640;
  await queue.endFirst();
  // Each seems to take 20 ms, two batches at a time: five eighths of the wait are enough for 187.
  await queue.bring(188, 'greedy');
  await assert.rejects(queue.submit('greedy'), { message: 'intake queue: too long' });
  await queue.bring(1, 'modest');
  await queue.endAll();
  await queue.bring(1, 'greedy');
  await queue.endAll();
});
