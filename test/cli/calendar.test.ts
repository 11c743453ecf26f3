// Calendar links, created and revoked on the command line beside a running server.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call } from '../support/call.ts';
import { type CommandLine, commandLine, commandProcess } from '../support/command-line.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();

let vakwerk: CommandLine;
let brandId: string;

before(async () => {
  vakwerk = commandLine(server.dataDir, { PUBLIC_URL: server.url });
  brandId = (await vakwerk.json('brands', 'create', '--name', 'Bakker')).id;
});

test('a link works immediately, is listed without its URL, and ends when revoked', async () => {
  const words = ['--brand', brandId, '--name', 'Piet’s phone'];
  const made = await vakwerk.json('calendar', 'create', ...words);
  const { url, ...listed } = made;
  assert.deepEqual(Object.keys(listed), ['id', 'brandId', 'name', 'memberId', 'createdAt']);
  assert.deepEqual([listed.brandId, listed.name], [brandId, 'Piet’s phone']);
  const answer = await call(server, url);
  assert.equal(answer.status, 200);
  assert.match(answer.text, /^BEGIN:VCALENDAR\r\n/);

  assert.deepEqual(await vakwerk.json('calendar', 'list', '--brand', brandId), { links: [listed] });
  const { stdout } = await vakwerk('calendar', 'list', '--brand', brandId);
  assert.match(stdout, new RegExp(`^ID +CREATED +NAME\n${listed.id} .*Piet’s phone\n$`));

  const revoked = await vakwerk.json('calendar', 'revoke', listed.id, '--brand', brandId);
  assert.deepEqual(revoked, { brandId, id: listed.id });
  assert.equal((await call(server, url)).status, 404);
  const again = await vakwerk('calendar', 'revoke', listed.id, '--brand', brandId);
  assert.deepEqual([again.code, again.stdout], [1, '']);
  assert.match(again.stderr, new RegExp(`the brand has no calendar link ${listed.id}`));
});

test('without PUBLIC_URL only the path is known', async () => {
  const unknowing = commandProcess(server.dataDir);
  const words = ['calendar', 'create', '--brand', brandId, '--name', 'Phone'];
  const { stdout, code } = await unknowing(...words);
  assert.equal(code, 0);
  const path = /^ {2}(\/v1\/calendar\/\w{40}\.ics)$/m.exec(stdout)![1]!;
  assert.match(stdout, /PUBLIC_URL is not set/);
  assert.equal((await call(server, path)).status, 200);
});

for (const words of [
  ['create', '--name', 'Phone'],
  ['list'],
  ['revoke', '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69'],
]) {
  test(`${words[0]} for an unknown brand`, async () => {
    const { code, stderr } = await vakwerk('calendar', ...words, '--brand', 'nobody');
    assert.equal(code, 1);
    assert.match(stderr, /no brand nobody/);
  });
}
