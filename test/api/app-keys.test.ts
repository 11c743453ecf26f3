// API keys, managed by the owners of a brand in the web app.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { activeKeysPerBrandMax } from '#contract/limits.ts';
import { scopesToText } from '#db/accounts/api-keys.ts';
import { call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';

await withEachServer('keys in the web app', (server) => {
  let owner: SignedIn;
  before(async () => {
    owner = await signInAs(server, { name: 'Olga' });
  });

  const path = '/v1/app/keys';
  const create = (body: object, by = owner) => by.call(path, { body });
  const listed = async () => (await owner.call(path)).body.data;
  const statusWith = async (key: string) => (await call(server, '/v1/api/leads', { key })).status;

  test('a key is created, shown once, used, and revoked immediately', async () => {
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const made = await create({
      name: 'Website',
      scopes: ['leads:write', 'leads:read'],
      personalData: true,
      expiresAt,
    });
    assert.equal(made.status, 201, made.text);
    const { key, ...info } = made.body;
    assert.deepEqual(info, {
      id: info.id,
      name: 'Website',
      start: key.slice(0, 10),
      scopes: ['leads:write', 'leads:read'],
      personalData: true,
      createdAt: info.createdAt,
      createdBy: { id: owner.accountId, name: 'Olga', hasLeft: false },
      expiresAt,
      lastUsedAt: null,
      revokedAt: null,
      rotatedTo: null,
    });
    assert.deepEqual(await listed(), [info]);
    assert.equal(await statusWith(key), 200);
    assertError(await call(server, '/v1/api/address', { key }), 403);

    assert.equal((await owner.call(`${path}/${info.id}`, { method: 'DELETE' })).status, 204);
    assert.equal(await statusWith(key), 401);
    const [revoked] = await listed();
    assert.ok(Date.parse(revoked.revokedAt) >= Date.parse(info.createdAt));
    assertError(
      await owner.call(`${path}/${info.id}`, { method: 'DELETE' }),
      409,
      'key_revoked_already',
    );
  });

  test('a rotated key stays valid for the overlap, or stops immediately without one', async () => {
    const { id, key } = (await create({ name: 'Old', scopes: ['leads:read'] })).body;
    const rotate = (which: string, body: object) => owner.call(`${path}/${which}/rotate`, { body });
    const next = await rotate(id, { overlapHours: 1 });
    assert.equal(next.status, 201, next.text);
    assert.deepEqual([next.body.name, next.body.scopes], ['Old', ['leads:read']]);
    assert.deepEqual([await statusWith(key), await statusWith(next.body.key)], [200, 200]);
    const old = (await listed()).find((one: { id: string }) => one.id === id);
    assert.equal(old.rotatedTo, next.body.id);
    const hours = (Date.parse(old.expiresAt) - Date.now()) / 3_600_000;
    assert.ok(hours > 0.9 && hours <= 1);
    assertError(await rotate(id, { overlapHours: 1 }), 409, 'key_replaced_already');

    const last = await rotate(next.body.id, { overlapHours: 0 });
    assert.deepEqual(
      [await statusWith(next.body.key), await statusWith(last.body.key)],
      [401, 200],
    );
    for (const overlapHours of [-1, 100_000, '1', null]) {
      assertRefused(await rotate(last.body.id, { overlapHours }), 'overlapHours');
    }
  });

  test('concurrent rotations and revocations see each other', async () => {
    const rotate = (id: string) =>
      owner.call(`${path}/${id}/rotate`, { body: { overlapHours: 1 } });
    for (let n = 0; n < 3; n++) {
      const { id } = (await create({ name: 'Twice', scopes: ['leads:read'] })).body;
      const answers = await Promise.all([rotate(id), rotate(id)]);
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409]);

      const { id: other } = (await create({ name: 'Gone', scopes: ['leads:read'] })).body;
      const [, revoked] = await Promise.all([
        rotate(other),
        owner.call(`${path}/${other}`, { method: 'DELETE' }),
      ]);
      assert.equal(revoked.status, 204);
      const left = (await listed()).find((one: { id: string }) => one.id === other);
      assert.notEqual(left.revokedAt, null);
    }
  });

  test('a rotation with an overlap counts as another key of the brand’s limit', async () => {
    const full = await signInAs(server);
    const { brandId } = full;
    const { id } = (await create({ name: 'First', scopes: ['leads:read'] }, full)).body;
    const rows = Array.from({ length: activeKeysPerBrandMax - 1 }, (_, n) => ({
      brandId,
      id: randomUUID(),
      name: `Key ${n}`,
      keyHash: randomUUID(),
      keyStart: 'vk',
      scopes: scopesToText(['leads:read']),
      createdAt: Date.now(),
      createdBy: null,
      isImpersonal: 0,
      expiresAt: null,
      unusedUntil: null,
      lastUsedAt: null,
      revokedAt: null,
      rotatedFrom: null,
    }));
    await server.withDatabase((db) => db.insertRows('apiKeys', rows));
    const rotate = (overlapHours: number) =>
      full.call(`${path}/${id}/rotate`, { body: { overlapHours } });
    assertError(await create({ name: 'One more', scopes: ['leads:read'] }, full), 409, 'keys_full');
    assertError(await rotate(1), 409);
    assert.equal((await rotate(0)).status, 201);
  });

  test('an invalid key is refused field by field', async () => {
    const wrong: [object, string[]][] = [
      [{}, ['name', 'scopes']],
      [{ name: '', scopes: [] }, ['name']],
      [{ name: 'x', scopes: [] }, ['scopes']],
      [{ name: 'x', scopes: ['everything'] }, ['scopes']],
      [{ name: 'x', scopes: 'full' }, ['scopes']],
      [{ name: 'x', scopes: ['full'], expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt']],
      [{ name: 'x', scopes: ['full'], expiresAt: 'soon' }, ['expiresAt']],
      [{ name: 'x', scopes: ['full'], brandId: 'y' }, ['brandId']],
    ];
    for (const [body, fields] of wrong) assertRefused(await create(body), ...fields);
  });

  test('members, other brands and keys cannot manage keys', async () => {
    const { id, key } = (await create({ name: 'Mine', scopes: ['full'] })).body;
    const member = await signInAs(server, { brandId: owner.brandId, role: 'member' });
    const stranger = await signInAs(server);
    const ways: [string, { method?: string; body?: object }][] = [
      [path, {}],
      [path, { body: { name: 'x', scopes: ['full'] } }],
      [`${path}/${id}`, { method: 'DELETE' }],
      [`${path}/${id}/rotate`, { body: { overlapHours: 0 } }],
    ];
    for (const [way, options] of ways) {
      assertError(await member.call(way, options), 403);
      assertError(await call(server, way, { ...options, key }), 403);
      if (way !== path) assertError(await stranger.call(way, options), 404);
    }
    assert.deepEqual((await stranger.call(path)).body.data, []);
    assert.equal(await statusWith(key), 200);
    for (const wrong of ['nothing', '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69']) {
      assertError(await owner.call(`${path}/${wrong}`, { method: 'DELETE' }), 404);
    }
  });
});
