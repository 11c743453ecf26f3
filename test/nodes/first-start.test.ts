// Servers started at the same moment on an empty database prepare it once.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { passwordOfTests as password, samePage } from '../support/sign-in.ts';

const keyShape = /vk_\w{38}/g;

const folder = temporaryFolder();
after(() => folder.remove());

let nodes: Nodes;
before(async () => {
  nodes = await startNodes({ isEmpty: true });
});
after(() => nodes?.stop());

test('each migration runs once', async () => {
  const steps = await nodes.all[0].withDatabase((db) =>
    db.all<{ number: number }>('select number from migrations order by number'),
  );
  assert.ok(steps.length > 0);
  assert.deepEqual(
    steps.map(({ number }) => number),
    steps.map((_, index) => index + 1),
  );
});

test('one demo brand and one key, shown by one server and valid on both', async () => {
  // One server prints it twice: on its own line, and in an example.
  const shown = nodes.all.flatMap((node) => [...new Set(node.output().match(keyShape))]);
  assert.equal(shown.length, 1, nodes.all.map((node) => node.output()).join());
  const brands = await nodes.all[0].withDatabase((db) => db.all('select id from brands'));
  assert.equal(brands.length, 1);

  const { status, body } = await createLead(nodes.all[0], shown[0]!);
  assert.equal(status, 201);
  const elsewhere = await call(nodes.all[1], `/v1/api/work-items/${body.id}`, { key: shown[0]! });
  assert.equal(elsewhere.status, 200);
});

test('one owner, where all settings name the same, and no secret is shown', async (t) => {
  const passwordFile = folder.file('password');
  writeFileSync(passwordFile, password);
  const email = 'owner@example.com';
  const env = { VAKWERK_OWNER_EMAIL: email, VAKWERK_OWNER_PASSWORD_FILE: passwordFile };
  const owned = await startNodes({ env });
  t.after(() => owned.stop());
  for (const node of owned.all) {
    assert.doesNotMatch(node.output(), /vk_\w{38}|\/welcome\//);
    const body = { email, password };
    const { status } = await call(node, '/v1/app/sign-in', { body, headers: samePage });
    assert.equal(status, 200);
  }
  const members = await owned.all[0].withDatabase((db) => db.all('select role from members'));
  assert.deepEqual(members, [{ role: 'owner' }]);
});
