// Servers that are started at the same moment on an empty database prepare it once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';

const keyShape = /vk_\w{38}/g;

let nodes: Nodes;
before(async () => {
  nodes = await startNodes();
});
after(() => nodes.stop());

test('each step of the migration is taken once', async () => {
  const steps = await nodes.all[0].withDatabase((db) =>
    db.all<{ number: number }>('select number from migrations order by number'),
  );
  assert.ok(steps.length > 0);
  assert.deepEqual(
    steps.map(({ number }) => number),
    steps.map((_, index) => index + 1),
  );
});

test('one demo brand, one key, shown by one of them and good on both', async () => {
  // The same server shows it twice: on a line of its own, and in an example.
  const shown = nodes.all.flatMap((node) => [...new Set(node.output().match(keyShape))]);
  assert.equal(shown.length, 1, nodes.all.map((node) => node.output()).join());
  const brands = await nodes.all[0].withDatabase((db) => db.all('select id from brands'));
  assert.equal(brands.length, 1);

  const { status, body } = await createLead(nodes.all[0], shown[0]!);
  assert.equal(status, 201);
  const elsewhere = await call(nodes.all[1], `/v1/api/work-items/${body.id}`, { key: shown[0]! });
  assert.equal(elsewhere.status, 200);
});
