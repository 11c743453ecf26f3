// A rolling upgrade has begun: the next release's migration has run, and servers of this release still work.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { settleLeads } from '../support/fault-outcome.ts';
import { nextMigration } from '../support/next-release.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { startServer } from '../support/server.ts';

const leadsOfEach = 30;

let nodes: Nodes;
before(async () => (nodes = await startNodes()));
after(() => nodes?.stop());

test('running servers keep working during the next migration and after it', async () => {
  const [first, second] = nodes.all;
  const key = await first!.createKey();
  const ids: string[] = [];
  const pending = Promise.all(
    nodes.all.map(async (server, node) => {
      for (let n = 0; n < leadsOfEach; n++) {
        const lead = await createLead(server, key, { email: `${node}-${n}@example.com` });
        assert.equal(lead.status, 201, lead.text);
        ids.push(lead.body.id);
        const list = await call(server, '/v1/api/leads?limit=5', { key });
        assert.equal(list.status, 200, list.text);
      }
    }),
  );
  try {
    await first!.withDatabase((db) =>
      db.transaction(async (trx) => {
        const { number, name, postgres } = nextMigration;
        await trx.execute(postgres);
        await trx.insertRows('migrations', [{ number, name, appliedAt: Date.now() }]);
      }),
    );
    assert.ok(ids.length < 2 * leadsOfEach, 'it came too late to be in the way');
  } finally {
    await pending;
  }
  const again = await createLead(second!, key, { email: '0-0@example.com', phone: '0612345678' });
  assert.equal(again.status, 201, again.text);
  const moved = await call(second!, `/v1/api/work-items/${again.body.id}`, {
    key,
    method: 'PATCH',
    body: { status: 'contacted' },
  });
  assert.equal(moved.status, 200, moved.text);
  const done = { fault: 'migration of the next version under running servers', times: 1 };
  await settleLeads(second!, key, { ids: [...ids, again.body.id] }, done);
  // This release no longer starts: it does not know the schema.
  await assert.rejects(startServer({ databaseUrl: nodes.databaseUrl }), /start a newer program/);
});
