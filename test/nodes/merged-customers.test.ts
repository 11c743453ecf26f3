// Customers are merged on one server while leads of the same people come in on both.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead, listAll } from '../support/call.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';

const rounds = 12;
const emails = ['a@example.com', 'b@example.com', 'c@example.com'];

let nodes: Nodes;
before(async () => {
  nodes = await startNodes({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
});
after(() => nodes?.stop());

test('no lead is left with a customer that is gone', async () => {
  for (let round = 0; round < rounds; round++) {
    const [one] = nodes.all;
    const key = await one.createKey();
    const lead = async (email: string) =>
      (await createLead(nodes.next(), key, { email })).body as { id: string; customerId: string };
    const [a, b, c] = (await Promise.all(emails.map(lead))).map((made) => made.customerId);
    const merge = (keptId: string, customerId: string) =>
      call(nodes.next(), `/v1/api/customers/${keptId}/merge`, { key, body: { customerId } });
    // Into each other, around a circle: at most two can be done.
    const [merges, leads] = await Promise.all([
      Promise.all([merge(a!, b!), merge(b!, c!), merge(c!, a!)]),
      Promise.all([...emails, ...emails, ...emails].map(lead)),
    ]);
    const statuses = merges.map(({ status }) => status);
    assert.ok(
      statuses.every((status) => [200, 404, 409].includes(status)),
      String(statuses),
    );
    const customers = await listAll(one, key, '/v1/api/customers?archived=include');
    const done = statuses.filter((status) => status === 200).length;
    assert.ok(done === 2 || done === 1, String(statuses));
    assert.equal(customers.length, emails.length - done);
    const there = new Set(customers.map(({ id }) => id));
    const listed = await listAll(one, key, '/v1/api/leads?limit=200');
    assert.equal(listed.length, emails.length + leads.length);
    for (const { customerId } of listed) assert.ok(there.has(customerId), 'its customer is gone');
  }
});
