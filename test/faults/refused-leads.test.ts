// Refused leads while the database cannot store them, and their turns.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { LoggedRequestCells } from '#actions/logged-requests.ts';
import { DatabaseUnavailable, Overloaded } from '#db/database.ts';
import { RefusedLeads } from '#http/refused-leads.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { TimeBudget } from '#runner/time-budget.ts';
import { call, createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { whileWritesAreHeld } from '../support/held-writes.ts';
import type { TestServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

const databaseWaitMs = 1_500;

withEachDatabase('a refused lead', (start) => {
  let server: TestServer;
  before(async () => {
    server = await start({ env: { DATABASE_WAIT_MS: String(databaseWaitMs) } });
  });
  after(() => server?.stop());

  test('gets 503 while it cannot be stored, and 400 afterwards', async () => {
    const key = await server.createKey();
    await eventually(async () => (await call(server, '/v1/api/leads', { key })).status === 200);
    await whileWritesAreHeld(server, async () => {
      const refused = await createLead(server, key, { title: '' });
      assertError(refused, 503);
      assert.ok(refused.headers.has('retry-after'));
      assert.equal(refused.headers.get('error-details'), null);
    });
    await eventually(async () => {
      const { status } = await createLead(server, key, { title: '' });
      return status === 400;
    });
    const { body } = await call(server, '/v1/api/intakes?state=refused', { key });
    assert.ok(body.data.length > 0);
  });
});

describe('refused leads', () => {
  const entry = (brandId: string, id: string, body = '{}'): LoggedRequestCells => [
    ...([brandId, id, 'key', null, 'POST', null, null, 400, 1, '{}'] as const),
    body,
  ];
  const options = { bytesMax: 2 ** 30, onDropped() {}, onError: assert.fail };

  function queueOn(write: (batch: LoggedRequestCells[]) => Promise<void>, waitingMax = 1_000) {
    const runner = {
      run: (name: string, input: LoggedRequestCells[]) =>
        name === 'recordRequests' ? write(input) : Promise.resolve(0),
    } as unknown as ActionRunner;
    return new RefusedLeads(runner, { ...options, waitingMax });
  }
  const budget = () => new TimeBudget(60_000);

  test('of one brand do not delay those of others', async () => {
    const written: string[] = [];
    const queue = queueOn(async (batch) => void written.push(...batch.map(([, id]) => id)));
    const flood = Array.from({ length: 500 }, (_, n) =>
      queue.keep(budget(), entry('greedy', `greedy ${n}`)),
    );
    await queue.keep(budget(), entry('modest', 'modest'));
    assert.ok(written.indexOf('modest') < 64, `${written.indexOf('modest')} came first`);
    await Promise.all(flood);
    assert.equal(written.length, 501);
  });

  test('are written in batches of bounded size', async () => {
    const lengths: number[] = [];
    const queue = queueOn(async (batch) => void lengths.push(batch.length));
    const large = 'x'.repeat(256 * 1024);
    const small = Array.from({ length: 100 }, (_, n) => queue.keep(budget(), entry('a', `${n}`)));
    await Promise.all(small);
    assert.deepEqual(lengths, [32, 32, 32, 4]);
    lengths.length = 0;
    const all = Array.from({ length: 8 }, (_, n) =>
      queue.keep(budget(), entry('a', `large ${n}`, large)),
    );
    await Promise.all(all);
    assert.deepEqual(lengths, [4, 4]);
  });

  test('that the database rejects harm no others', async () => {
    const queue = queueOn(async (batch) => {
      if (batch.some(([, id]) => id === 'poison')) throw new Error('rejected');
    });
    const [first, poison, last] = await Promise.allSettled(
      ['first', 'poison', 'last'].map((id) => queue.keep(budget(), entry('a', id))),
    );
    assert.deepEqual(
      [first!.status, poison!.status, last!.status],
      ['fulfilled', 'rejected', 'fulfilled'],
    );
  });

  test('are bounded, and have a deadline', async () => {
    const held = Promise.withResolvers<void>();
    const queue = queueOn(() => held.promise, 10);
    const began = queue.keep(new TimeBudget(20), entry('a', 'began'));
    await new Promise(setImmediate);
    const waiting = Array.from({ length: 10 }, (_, n) =>
      queue.keep(new TimeBudget(20), entry('a', `${n}`)),
    );
    await assert.rejects(queue.keep(budget(), entry('a', 'one too many')), Overloaded);
    const other = queue.keep(budget(), entry('b', 'other'));
    await assert.rejects(began, (error) => {
      return error instanceof DatabaseUnavailable && !(error instanceof Overloaded);
    });
    for (const one of waiting) await assert.rejects(one, Overloaded);
    held.resolve();
    await other;
    // There is room again.
    await queue.keep(budget(), entry('a', 'later'));
    await queue.close();
  });
});
