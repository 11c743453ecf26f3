// API keys, issued and revoked on the command line beside a running server.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { scopes } from '#contract/scopes.ts';
import { isWellFormedApiKey } from '#core/accounts/api-key-format.ts';
import { call, createLead } from '../support/call.ts';
import { type CommandLine, commandLine, commandProcess } from '../support/command-line.ts';
import { sharedServer } from '../support/shared-server.ts';
import { eventually, timelyTest, TooSlow, within } from '../support/within.ts';

const server = await sharedServer();

const stopsWithinMs = 1_000;

let vakwerk: CommandLine;
let brandId: string;

before(async () => {
  vakwerk = commandLine(server.dataDir);
  brandId = (await vakwerk.json('brands', 'create', '--name', 'Bakker')).id;
});

function createKey(scopes: string, ...more: string[]) {
  const words = ['keys', 'create', '--brand', brandId, '--scopes', scopes, '--name', 'Site'];
  return vakwerk.json(...words, ...more);
}

async function listStatus(key: string): Promise<number> {
  return (await call(server, '/v1/api/leads', { key })).status;
}

test('a new key works over HTTP immediately, with its scopes only', async () => {
  const issued = await createKey('leads:write, leads:write');
  const { id, key, keyStart, createdAt, ...rest } = issued;
  assert.ok(isWellFormedApiKey(key));
  assert.ok(key.startsWith(keyStart) && keyStart.length < 12);
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
  assert.deepEqual(rest, {
    brandId,
    isTest: false,
    name: 'Site',
    scopes: ['leads:write'],
    personalData: true,
    status: 'active',
    createdBy: null,
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    rotatedFrom: null,
  });
  const created = await createLead(server, key);
  assert.deepEqual([created.status, created.body.brandId], [201, brandId]);
  assert.equal(await listStatus(key), 403);
});

test('a test key is created, listed, rotated and revoked as one of its brand', async () => {
  const issued = await createKey('full', '--test');
  assert.match(issued.key, /^vk_test_/);
  assert.deepEqual([issued.brandId, issued.isTest], [brandId, true]);
  const { body } = await createLead(server, issued.key);
  assert.notEqual(body.brandId, brandId);
  const { brands } = await vakwerk.json('brands', 'list');
  const ids = new Set(brands.map(({ id }: { id: string }) => id));
  assert.ok(ids.has(brandId) && !ids.has(body.brandId));

  const rotated = await vakwerk.json('keys', 'rotate', issued.id, '--overlap', '0');
  assert.match(rotated.key, /^vk_test_/);
  assert.deepEqual([rotated.brandId, rotated.replaces.brandId], [brandId, brandId]);
  const { keys } = await vakwerk.json('keys', 'list', '--brand', brandId);
  const listed = keys.find(({ id }: { id: string }) => id === rotated.id);
  assert.deepEqual([listed.brandId, listed.isTest], [brandId, true]);
  const { stdout } = await vakwerk('keys', 'list');
  assert.match(stdout, new RegExp(`${rotated.id} +${brandId} +vk_test_\\w{7}…`));
  const revoked = await vakwerk.json('keys', 'revoke', rotated.id);
  assert.deepEqual([revoked.brandId, revoked.status], [brandId, 'revoked']);

  // Its id is shown in every record of the test environment.
  for (const words of [
    ['keys', 'list', '--brand', body.brandId],
    ['keys', 'create', '--scopes', 'full', '--name', 'x', '--brand', body.brandId],
    ['members', 'list', '--brand', body.brandId],
  ]) {
    const refused = await vakwerk(...words);
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      new RegExp(`test environment of a brand: name the brand, ${brandId}`),
    );
  }
  for (const words of [
    ['brands', 'zone', body.brandId, '--zone', 'Europe/Rome'],
    ['members', 'link', '--brand', body.brandId],
    ['members', 'link', '--brand', body.brandId, '--email', 'x@example.com'],
  ]) {
    const refused = await vakwerk(...words);
    assert.deepEqual([refused.code, refused.stdout], [1, '']);
    assert.match(refused.stderr, /no brand/);
  }
});

test('every scope can be granted', async () => {
  const { scopes: given } = await createKey(scopes.join(','));
  assert.deepEqual(given, scopes);
});

test('a key without personal data is created, shown and listed as such', async () => {
  const words = ['--brand', brandId, '--name', 'Quiet', '--no-personal-data', '--scopes'];
  const refused = await vakwerk('keys', 'create', ...words, 'leads:read,full');
  assert.deepEqual([refused.code, refused.stdout], [2, '']);
  assert.match(refused.stderr, /--scopes must not have full in a key without personal data/);
  const { stdout } = await vakwerk('keys', 'create', ...words, 'leads:read');
  assert.match(
    stdout,
    /personal data +redacted in every response; the key cannot create leads or jobs\n/,
  );
  const list = await vakwerk('keys', 'list', '--brand', brandId);
  assert.match(list.stdout, /leads:read \(no personal data\) +Quiet/);
});

test('without --json the key is shown with advice', async () => {
  const words = ['keys', 'create', '--brand', brandId, '--scopes', 'full', '--name', 'By hand'];
  const asProcess = commandProcess(server.dataDir);
  const { stdout, stderr, code } = await asProcess(...words, '--expires', '2999-12-31');
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /shown only once:\n\n {2}vk_\w{38}\n/);
  assert.match(stdout, /name +By hand\n.*scopes +full\n +expires +2999-12-31T00:00:00.000Z\n$/s);
  assert.equal(await listStatus(/vk_\w{38}/.exec(stdout)![0]), 200);
});

timelyTest('a key stops at its expiry', async () => {
  const lifeMs = 2_000;
  const expiresAt = new Date(Date.now() + lifeMs).toISOString();
  const issued = await createKey('full', '--expires', expiresAt);
  assert.equal(issued.expiresAt, expiresAt);
  const statusBefore = await listStatus(issued.key);
  assertNotOver(expiresAt);
  assert.equal(statusBefore, 200);
  await within(lifeMs + stopsWithinMs, async () => (await listStatus(issued.key)) === 401);
  assert.ok(Date.now() >= Date.parse(expiresAt));
  const { keys } = await vakwerk.json('keys', 'list', '--brand', brandId);
  const listed = keys.find(({ id }: { id: string }) => id === issued.id);
  assert.equal(listed.status, 'expired');
  const rotated = await vakwerk('keys', 'rotate', issued.id);
  assert.match(rotated.stderr, /has expired: make a new one/);
  assert.equal(rotated.code, 1);
});

timelyTest('a revoked key is refused within a second', async () => {
  const issued = await createKey('full');
  assert.equal(await listStatus(issued.key), 200);
  const revoked = await vakwerk.json('keys', 'revoke', issued.id);
  await within(stopsWithinMs, async () => (await listStatus(issued.key)) === 401);
  assert.deepEqual([revoked.id, revoked.status, revoked.key], [issued.id, 'revoked', undefined]);
  assert.ok(Date.parse(revoked.revokedAt) >= Date.parse(issued.createdAt));

  const again = await vakwerk('keys', 'revoke', issued.id);
  assert.deepEqual([again.code, again.stdout], [1, '']);
  assert.match(again.stderr, /is revoked already/);
});

describe('rotation', () => {
  test('both keys work during the overlap, a day by default', async () => {
    const old = await createKey('leads:read');
    const issued = await vakwerk.json('keys', 'rotate', old.id);
    assert.deepEqual([issued.rotatedFrom, issued.scopes], [old.id, ['leads:read']]);
    assert.deepEqual([issued.expiresAt, issued.name, issued.brandId], [null, 'Site', brandId]);
    const overlapMs = Date.parse(issued.replaces.expiresAt) - Date.parse(issued.createdAt);
    assert.ok(Math.abs(overlapMs - 24 * 3_600_000) < 1_000, `${overlapMs}`);
    assert.deepEqual([await listStatus(old.key), await listStatus(issued.key)], [200, 200]);

    const twice = await vakwerk('keys', 'rotate', old.id);
    assert.match(twice.stderr, new RegExp(`was replaced already.*${issued.id}`));
    assert.equal(twice.code, 1);
  });

  timelyTest('with an overlap of 0 the old key stops within a second', async () => {
    const old = await createKey('full');
    assert.equal(await listStatus(old.key), 200);
    const issued = await vakwerk.json('keys', 'rotate', old.id, '--overlap', '0');
    await within(stopsWithinMs, async () => (await listStatus(old.key)) === 401);
    assert.equal(await listStatus(issued.key), 200);
  });

  timelyTest('the old key stops at the end of the overlap', async () => {
    const old = await createKey('full');
    const { stdout } = await vakwerk('keys', 'rotate', old.id, '--overlap', '2s');
    const end = /works until (\S+)\.\n$/.exec(stdout)![1]!;
    const statusBefore = await listStatus(old.key);
    assertNotOver(end);
    assert.equal(statusBefore, 200);
    await within(2_000 + stopsWithinMs, async () => (await listStatus(old.key)) === 401);
    assert.ok(Date.now() >= Date.parse(end));
  });

  test('an earlier expiry stays', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const old = await createKey('full', '--expires', expiresAt);
    const issued = await vakwerk.json('keys', 'rotate', old.id, '--overlap', '7d');
    assert.deepEqual([issued.expiresAt, issued.replaces.expiresAt], [expiresAt, expiresAt]);
  });
});

test('the list has the keys of one brand or of all, without secrets', async () => {
  const other = await vakwerk.json('brands', 'create', '--name', 'Smid');
  const words = ['keys', 'create', '--brand', other.id, '--scopes', 'full', '--name', 'Smidse'];
  const issued = await vakwerk.json(...words);
  const { key: _, ...withoutKey } = issued;

  const { keys } = await vakwerk.json('keys', 'list', '--brand', other.id);
  assert.deepEqual(keys, [withoutKey]);
  const all = await vakwerk.json('keys', 'list');
  const brands = new Set(all.keys.map(({ brandId }: { brandId: string }) => brandId));
  assert.ok(brands.has(other.id) && brands.has(brandId));

  const { stdout } = await vakwerk('keys', 'list', '--brand', other.id);
  const [heading, row, ...more] = stdout.trimEnd().split('\n');
  assert.match(heading!, /^ID +BRAND +KEY +STATUS +EXPIRES +LAST USED +SCOPES +NAME$/);
  assert.ok(row!.includes(`${issued.keyStart}…`) && row!.includes('active'));
  assert.deepEqual([more, stdout.includes(issued.key)], [[], false]);
});

test('the last use is shown', async () => {
  const issued = await createKey('full');
  assert.equal(await listStatus(issued.key), 200);
  await eventually(async () => {
    const { keys } = await vakwerk.json('keys', 'list', '--brand', brandId);
    return keys.find(({ id }: { id: string }) => id === issued.id).lastUsedAt !== null;
  });
});

/** The key must have been seen to work before it expires. */
function assertNotOver(end: string): void {
  if (Date.now() >= Date.parse(end)) throw new TooSlow('the command took until the key had ended');
}
