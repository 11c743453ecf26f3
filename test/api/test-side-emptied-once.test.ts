// One request to empty a test side leaves nothing behind, whatever refers to what and still runs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginEmptying, continueEmptying } from '#actions/test-sides/empty-test-side.ts';
import { systemContext } from '#runner/system-context.ts';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { beginImport, manyRows, untilImport } from '../support/imports.ts';
import { signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const emptied = [
  'work_items',
  'customers',
  'customer_merges',
  'imports',
  'import_batches',
  'import_rows',
  'jobs',
];

await withEachServer('emptying a test side once', (server) => {
  const begin = async () => {
    const me = await signInAs(server);
    const body = { brandId: me.brandId, isTest: true };
    const testId: string = (await me.call('/v1/app/session/brand', { body })).body.brand.id;
    const key = await server.createKey({ brandId: me.brandId, isTest: true });
    return { me, testId, key };
  };
  const countsOf = (brandId: string) =>
    server.withDatabase(async (db) => {
      const counts: Record<string, number> = {};
      for (const table of emptied) {
        const sql = `select count(*) as count from ${table} where brand_id = ?`;
        counts[table] = (await db.first<{ count: number }>(sql, brandId))!.count;
      }
      return counts;
    });
  const nothing = Object.fromEntries(emptied.map((table) => [table, 0]));

  test('customers are deleted whichever was merged into which', async () => {
    const { me, testId, key } = await begin();
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) {
      ids.push((await createLead(server, key, { email: `${n}@example.com` })).body.customerId);
    }
    // The older one kept, the newer one, and chains in both orders of age.
    for (const [kept, other] of [
      [0, 1],
      [3, 2],
      [5, 6],
      [4, 5],
      [3, 0],
    ] as const) {
      const body = { customerId: ids[other] };
      const answer = await call(server, `/v1/api/customers/${ids[kept]}/merge`, { key, body });
      assert.equal(answer.status, 200, answer.text);
    }
    const answer = await me.call('/v1/app/test-side/empty', { method: 'POST' });
    assert.deepEqual(answer.body, { isEmpty: true });
    assert.deepEqual(await countsOf(testId), nothing);
  });

  test('a finished import goes, and so does one that runs', async () => {
    const { me, testId, key } = await begin();
    await untilImport(me, await beginImport(me, manyRows(3)), 'done');
    const running = await beginImport(me, manyRows(5_000));
    const path = `/v1/app/imports/${running}`;
    await eventually(async () => (await me.call(path)).body.done > 0);
    const context = systemContext();
    let left = await server.withDatabase((db) =>
      beginEmptying(db, { brandId: me.brandId }, context),
    );
    // Its worker is stopped by the mark itself: what it stored later would be too new to delete.
    assert.equal((await countsOf(testId))['jobs'], 0);
    await server.withDatabase(async (db) => {
      while (left) left = await continueEmptying(db, left, context);
    });
    assert.deepEqual(await countsOf(testId), nothing);
    assert.deepEqual(await listAll(server, key, '/v1/api/leads'), []);
    // The next one begins as usual.
    await untilImport(me, await beginImport(me, manyRows(3)), 'done');
  });
});
