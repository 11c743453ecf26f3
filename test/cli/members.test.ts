// Invitation and password links, created on the command line beside a running server.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call } from '../support/call.ts';
import { type CommandLine, commandLine, commandProcess } from '../support/command-line.ts';
import { sharedServer } from '../support/shared-server.ts';
import { assertError } from '../support/shapes.ts';
import { passwordOfTests as password, samePage, signedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();

let vakwerk: CommandLine;
let brandId: string;

before(async () => {
  vakwerk = commandLine(server.dataDir, { PUBLIC_URL: server.url });
  brandId = (await vakwerk.json('brands', 'create', '--name', 'Bakker')).id;
});

const use = (url: string, body: object) =>
  call(server, `/v1/app/links/${url.split('/').at(-1)}`, { body, headers: samePage });

test('an owner and a member join by their links, are listed, and reset a password', async () => {
  const ownerLink = await vakwerk.json('members', 'link', '--brand', brandId);
  assert.deepEqual(
    { ...ownerLink, url: null },
    { purpose: 'owner', brandId, email: null, role: 'owner', expiresAt: null, url: null },
  );
  assert.ok(ownerLink.url.startsWith(`${server.url}/welcome/`));
  const opened = await use(ownerLink.url, { email: 'olga@example.com', password, name: 'Olga' });
  const owner = signedIn(server, opened);

  const words = ['--brand', brandId, '--email', 'Piet@example.com'];
  const link = await vakwerk.json('members', 'link', ...words);
  assert.deepEqual([link.purpose, link.role, link.email], ['invitation', 'member', words[3]]);
  assert.ok(Date.parse(link.expiresAt) > Date.now());
  const member = signedIn(server, await use(link.url, { password, name: 'Piet' }));
  assert.equal(member.brandId, brandId);

  const { members } = await vakwerk.json('members', 'list', '--brand', brandId);
  assert.deepEqual(
    members.map(({ id, email, name, role }: Record<string, string>) => [id, email, name, role]),
    [
      [owner.accountId, 'olga@example.com', 'Olga', 'owner'],
      [member.accountId, 'Piet@example.com', 'Piet', 'member'],
    ],
  );
  const { stdout } = await vakwerk('members', 'list', '--brand', brandId);
  assert.match(stdout, /^ID +ROLE +LAST SEEN +E-MAIL +NAME\n.*olga@example\.com +Olga\n/);

  const reset = await vakwerk.json('members', 'password-link', '--email', 'piet@EXAMPLE.com');
  assert.deepEqual([reset.purpose, reset.email], ['password', 'Piet@example.com']);
  signedIn(server, await use(reset.url, { password: 'an entirely new secret' }));
  assertError(await use(reset.url, { password }), 404);
  const again = await vakwerk('members', 'link', ...words);
  assert.deepEqual([again.code, again.stdout], [1, '']);
  assert.match(again.stderr, /is already a member of the brand/);
});

test('a member is removed, after a decision on each resource', async () => {
  const owner = await signInAs(server, { brandId, name: 'Rita' });
  const words = ['members', 'remove', owner.accountId, '--brand', brandId];
  const make = async (name: string) =>
    (await owner.call('/v1/app/keys', { body: { name, scopes: ['leads:read'] } })).body;
  const [ended, kept] = [await make('Ended'), await make('Kept')];
  const asked = await vakwerk(...words);
  assert.deepEqual([asked.code, asked.stdout], [1, '']);
  assert.match(asked.stderr, /add --revoke all, none or some of these ids/);
  assert.ok(asked.stderr.includes(ended.id) && asked.stderr.includes(kept.id));
  const wrong = await vakwerk(...words, '--revoke', brandId);
  assert.match(wrong.stderr, /the member did not create/);

  const removed = await vakwerk.json(...words, '--revoke', ended.id);
  assert.deepEqual(removed.revoked, [{ kind: 'key', id: ended.id, name: 'Ended', by: 'member' }]);
  assert.deepEqual(removed.kept, [{ kind: 'key', id: kept.id, name: 'Kept', by: 'member' }]);
  const status = async ({ key }: { key: string }) =>
    (await call(server, '/v1/api/key', { key })).status;
  await eventually(async () => (await status(ended)) === 401);
  assert.equal(await status(kept), 200);
  const list = () => vakwerk.json('members', 'list', '--brand', brandId);
  const { members, left } = await list();
  assert.ok(members.every(({ id }: { id: string }) => id !== owner.accountId));
  assert.deepEqual(left, [{ id: owner.accountId, name: 'Rita' }]);
  const namesKept = async () => {
    const rows = await server.withDatabase((db) =>
      db.all<{ name: string }>('select name from former_members where brand_id = ?', brandId),
    );
    return rows.map(({ name }) => name);
  };
  assert.deepEqual(await namesKept(), ['Rita']);

  const forget = ['members', 'forget', owner.accountId, '--brand', brandId];
  assert.deepEqual(await vakwerk.json(...forget), { id: owner.accountId, brandId });
  assert.deepEqual((await list()).left, []);
  assert.deepEqual(await namesKept(), []);
  const again = await vakwerk(...forget);
  assert.deepEqual([again.code, again.stdout], [1, '']);
  assert.match(again.stderr, /the brand has no former member/);
});

test('the text has the link and its expiry', async () => {
  const words = ['--brand', brandId, '--email', 'text@example.com', '--role', 'owner'];
  const { stdout } = await vakwerk('members', 'link', ...words);
  assert.match(
    stdout,
    /for a new owner, valid once, until 20\S+Z:\n\n {2}http\S+\/welcome\/[\w-]{43}\n$/,
  );
  const unknowing = commandProcess(server.dataDir);
  const { stdout: path } = await unknowing('members', 'link', '--brand', brandId);
  assert.match(path, /valid until it is used \(PUBLIC_URL is not set.*\):\n\n {2}\/welcome\//);
});

const mistakes: [words: string[], code: number, message: RegExp][] = [
  [['link'], 2, /members link needs --brand/],
  [['link', '--brand', 'nobody'], 1, /no brand nobody/],
  [['link', '--brand', 'nobody', '--email', 'a@example.com'], 1, /no brand nobody/],
  [['link', '--brand', 'x', '--email', 'a'], 2, /--email must be an e-mail address/],
  [['link', '--brand', 'x', '--email', 'a@b.nl', '--role', 'boss'], 2, /--role must be owner or/],
  [['link', '--brand', 'x', '--role', 'member'], 2, /--role member needs --email/],
  [['list', '--brand', 'nobody'], 1, /no brand nobody/],
  [['remove', 'x', '--brand', 'nobody'], 1, /no brand nobody/],
  [['forget', 'x', '--brand', 'nobody'], 1, /no brand nobody/],
  [['password-link', '--email', 'nobody@example.com'], 1, /no account has the e-mail address/],
];
for (const [words, expected, message] of mistakes) {
  test(`members ${words.join(' ')}`, async () => {
    const { code, stderr, stdout } = await vakwerk('members', ...words);
    assert.deepEqual([code, stdout], [expected, '']);
    assert.match(stderr, message);
  });
}
