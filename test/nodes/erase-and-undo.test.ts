// An erasure and the undo of a merge want the same two customers: both take them in one order, or they would wait
// for each other for good.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { holdCustomers } from '#db/customers.ts';
import type { Database } from '#db/database.ts';
import { call, createLead } from '../support/call.ts';
import { eraseCustomer } from '../support/erasure.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { eventually } from '../support/within.ts';

let nodes: Nodes;
before(async () => {
  nodes = await startNodes();
});
after(() => nodes?.stop());

test('while somebody has the first of the two, the erasure does not have the second', async () => {
  const [node] = nodes.all;
  const { id: brandId } = await node.createBrand();
  const key = await node.createKey({ brandId });
  // Without e-mail addresses and phone numbers: there are no locks of persons to keep them apart.
  const merged = (await createLead(node, key)).body.customerId as string;
  const kept = (await createLead(node, key)).body.customerId as string;
  assert.ok(merged < kept);
  const path = `/v1/api/customers/${kept}/merge`;
  const { status, text } = await call(node, path, { key, body: { customerId: merged } });
  assert.equal(status, 200, text);

  const erasing = await node.withDatabase((db) =>
    db.transaction(async (trx) => {
      await holdCustomers(trx, brandId, [merged]);
      const answer = eraseCustomer(node, key, kept);
      await eventually(() => isWaitedFor(trx));
      const free = await trx.all(
        'select id from customers where brand_id = ? and id = ? for update skip locked',
        brandId,
        kept,
      );
      assert.equal(free.length, 1, 'the erasure has the second one');
      return { answer };
    }),
  );
  assert.equal((await erasing.answer).status, 204);
});

async function isWaitedFor(db: Database): Promise<boolean> {
  const waiting = await db.all(
    `select pid from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and pg_backend_pid() = any (pg_blocking_pids(pid))`,
  );
  return waiting.length > 0;
}
