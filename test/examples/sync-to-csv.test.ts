// The spreadsheet follows the events, from run to run.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { copyExample, type Example } from '../support/example.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();

let proxy: FaultProxy;
let example: Example;
let key: string;
let syncKey: string;
before(async () => {
  proxy = await startFaultProxy(server);
  example = await copyExample('sync-to-csv');
  const brandId = (await server.createBrand()).id;
  key = await server.createKey({ brandId });
  const scopes = ['leads:read', 'work-items:read', 'customers:read', 'addresses:read'] as const;
  syncKey = await server.createKey({ brandId, scopes: [...scopes] });
});
after(async () => {
  await proxy?.close();
  example?.remove();
});

const sync = async () => {
  proxy.reset();
  const env = { VAKWERK_URL: proxy.url, VAKWERK_API_KEY: syncKey };
  const { code, output } = await example.run(example.startCommand, env);
  assert.equal(code, 0, output);
};
const csv = () => readFileSync(join(example.folder, 'work-items.csv'), 'utf8');
const rows = () => {
  const [head, ...lines] = csv().trimEnd().split('\r\n').map(cellsOf);
  return lines.map((cells) =>
    Object.fromEntries(head!.map((column, index) => [column, cells[index]!])),
  );
};
const titles = () => rows().map(({ title }) => title);
const cellsOf = (line: string) =>
  [...line.matchAll(/"((?:[^"]|"")*)"/g)].map((match) => match[1]!.replaceAll('""', '"'));
const patch = (path: string, body: object) =>
  call(server, path, { key, method: 'PATCH', body }).then(({ status, body: changed }) => {
    assert.equal(status, 200);
    return changed;
  });

test('the first run has everything', async () => {
  for (const title of ['One', 'Two', 'Three']) {
    await createLead(server, key, {
      title,
      email: 'jan@example.com',
      street: 'Kerkstraat',
      city: 'Utrecht',
    });
  }
  await sync();
  assert.deepEqual(titles(), ['Three', 'Two', 'One']);
  const [{ status, customer, email, street, city }] = rows() as [Record<string, string>];
  assert.deepEqual(
    [status, customer, email, street, city],
    ['request', 'Jan Jansen', 'jan@example.com', 'Kerkstraat', 'Utrecht'],
  );
});

test('a run without new events reads only the feed', async () => {
  const written = csv();
  await sync();
  assert.deepEqual(
    proxy.seen.map(({ path }) => path.split('?')[0]),
    ['/v1/api/events'],
  );
  assert.equal(csv(), written);
});

test('new, moved and deleted items follow; a lead that became a job stays one row', async () => {
  const [three, two, one] = rows() as Record<string, string>[];
  await createLead(server, key, { title: 'Four' });
  await patch(`/v1/api/work-items/${two!['id']}`, { status: 'pending', title: 'Two, a job' });
  await call(server, `/v1/api/work-items/${one!['id']}`, { key, method: 'DELETE' });
  await sync();
  assert.deepEqual(titles(), ['Four', 'Three', 'Two, a job']);
  assert.equal(rows()[2]!['status'], 'pending');
  assert.equal(rows()[1]!['id'], three!['id']);
});

test('a changed customer or address updates all its rows', async () => {
  const { body } = await call(server, `/v1/api/work-items/${rows()[1]!['id']}`, { key });
  await patch(`/v1/api/customers/${body.customerId}`, { name: 'Jan Jansen-de Vries' });
  await patch(`/v1/api/address/${body.addressId}`, { city: 'Amersfoort' });
  await sync();
  assert.equal(rows()[1]!['customer'], 'Jan Jansen-de Vries');
  assert.equal(rows()[2]!['customer'], 'Jan Jansen-de Vries');
  assert.equal(rows()[1]!['city'], 'Amersfoort');
});

test('formulas are escaped', async () => {
  const harmful = ['=1+1', '+1', '-1', '@SUM(A1)', '"=1+1', 'a;=1+1', 'a\n"=1+1'];
  for (const title of harmful) await createLead(server, key, { title, phone: '+31612345678' });
  await sync();
  const found = rows().slice(0, harmful.length);
  assert.deepEqual(found.map(({ title }) => title).toReversed(), [
    "'=1+1",
    "'+1",
    "'-1",
    "'@SUM(A1)",
    `'"=1+1`,
    "a;'=1+1",
    `a\n'"=1+1`,
  ]);
  assert.ok(found.every(({ phone }) => phone === "'+31612345678"));
});

test('an erased customer is removed from every file', async () => {
  const { body } = await call(server, `/v1/api/work-items/${rows().at(-1)!['id']}`, { key });
  const erased = await call(server, `/v1/api/customers/${body.customerId}?erase=true`, {
    key,
    method: 'DELETE',
  });
  assert.equal(erased.status, 204);
  await sync();
  for (const file of ['work-items.csv', 'state.json']) {
    const text = readFileSync(join(example.folder, file), 'utf8');
    assert.doesNotMatch(text, /de Vries|jan@example\.com|Amersfoort|Two, a job/, file);
  }
  assert.equal(rows().at(-1)!['title'], 'Erased');
});

test('a failed run changes nothing, and the next one catches up', async () => {
  const written = csv();
  await createLead(server, key, { title: 'Five' });
  const env = { VAKWERK_URL: proxy.url, VAKWERK_API_KEY: 'vk_wrong' };
  assert.equal((await example.run(example.startCommand, env)).code, 1);
  assert.equal(csv(), written);
  await sync();
  assert.equal(titles()[0], 'Five');
  const files = readdirSync(example.folder).filter((file) => /^(?:state|work-items)/.test(file));
  assert.deepEqual(files.sort(), ['state.json', 'work-items.csv']);
  for (const file of files) assert.equal(statSync(join(example.folder, file)).mode & 0o777, 0o600);
});
