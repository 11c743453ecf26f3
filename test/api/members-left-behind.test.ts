// Keys, webhooks, calendar links and the name that a removed member leaves behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError } from '../support/shapes.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { webhookApi } from '../support/webhooks.ts';

await withEachServer('a member who leaves', (server) => {
  const made = async (by: SignedIn, path: string, body: object) => {
    const answer = await by.call(path, { body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const hook = (name: string) => ({ url: `https://example.com/${name}`, state: 'paused' });
  const statusOf = async (key: string) => (await call(server, '/v1/api/key', { key })).status;
  const calendarStatus = async (url: string) => (await call(server, new URL(url).pathname)).status;

  /** Two owners; the second has created one of everything. */
  const business = async () => {
    const owner = await signInAs(server, { name: 'Olga' });
    const { brandId } = owner;
    const leaver = await signInAs(server, { brandId, name: 'Leo', role: 'owner' });
    const key = await made(leaver, '/v1/app/keys', { name: 'Full', scopes: ['full'] });
    const other = await made(leaver, '/v1/app/keys', { name: 'Form', scopes: ['leads:write'] });
    const ended = await made(leaver, '/v1/app/keys', { name: 'Ended', scopes: ['full'] });
    const links = '/v1/api/calendar-links';
    const byKey = (path: string, body: object) =>
      call(server, path, { key: key.key, body }).then((answer) => answer.body);
    const byKeyPatch = (path: string, body: object) =>
      call(server, path, { key: key.key, method: 'PATCH', body });
    const keyLink = await byKey(links, { name: 'Phone' });
    const endedLink = (await call(server, links, { key: ended.key, body: { name: 'Tablet' } }))
      .body;
    await leaver.call(`/v1/app/keys/${ended.id}`, { method: 'DELETE' });
    const keyHook = await byKey('/v1/api/webhooks', hook('by-key'));
    const ownHook = await made(leaver, '/v1/api/webhooks', hook('own'));
    const turned = await made(owner, '/v1/api/webhooks', hook('of-olga'));
    const path = `/v1/api/webhooks/${turned.id}`;
    await leaver.call(path, { method: 'PATCH', body: { url: 'https://example.com/turned' } });
    const ownLink = await made(leaver, links, { name: 'Watch' });
    // Created by the other owner.
    const ofOwner = await made(owner, '/v1/app/keys', { name: 'Olga’s', scopes: ['full'] });
    await webhookApi(server, ofOwner.key).create('https://example.com/olga', { state: 'paused' });
    await webhookApi(server, await server.createKey({ brandId })).create('https://example.com/o', {
      state: 'paused',
    });
    // Changed by the other owner since, but not its URL.
    const retold = await made(owner, '/v1/api/webhooks', hook('of-olga-too'));
    await byKeyPatch(`/v1/api/webhooks/${retold.id}`, { url: 'https://example.com/retold' });
    const seen = await made(owner, '/v1/api/webhooks', hook('seen'));
    await leaver.call(`/v1/api/webhooks/${seen.id}/rotate-secret`, { method: 'POST' });
    for (const { id } of [turned, retold, seen]) {
      const body = { description: 'Renamed' };
      const renamed = await owner.call(`/v1/api/webhooks/${id}`, { method: 'PATCH', body });
      assert.equal(renamed.status, 200, renamed.text);
    }
    const keys = { key, other, ended, ofOwner };
    const hooks = { keyHook, ownHook, turned, retold, seen };
    return { owner, leaver, ...keys, ...hooks, keyLink, endedLink, ownLink };
  };

  test('is listed with their resources, and stays until each is decided', async () => {
    const { owner, leaver, key, other, turned, keyLink, endedLink, ...rest } = await business();
    const { keyHook, ownHook, retold, seen } = rest;
    const path = `/v1/app/members/${leaver.accountId}`;
    const { body } = await owner.call(`${path}/left-behind`);
    const listed = body.data.map(({ kind, id, by }: Record<string, string>) => [kind, id, by]);
    assert.deepEqual(
      listed.toSorted(),
      [
        ['calendarLink', endedLink.id, 'key'],
        ['calendarLink', keyLink.id, 'key'],
        ['key', key.id, 'member'],
        ['key', other.id, 'member'],
        ['webhook', keyHook.id, 'key'],
        ['webhook', ownHook.id, 'member'],
        ['webhook', turned.id, 'member'],
        ['webhook', retold.id, 'key'],
        ['webhook', seen.id, 'member'],
      ].toSorted(),
    );
    assert.deepEqual(body.invited, []);
    const names = new Set(body.data.map(({ name }: { name: string }) => name));
    assert.ok(names.has('Form') && names.has('https://example.com/turned'));

    const remove = (decisions: object) => owner.call(`${path}/remove`, { body: decisions });
    const all = body.data.map(({ id }: { id: string }) => id);
    assertError(await owner.call(path, { method: 'DELETE' }), 409, 'left_items_undecided');
    assertError(await remove({ revoke: all.slice(1) }), 409);
    assertError(await owner.call(path, { method: 'PATCH', body: { role: 'member' } }), 409);
    assert.deepEqual([await statusOf(key.key), await statusOf(other.key)], [200, 200]);

    const keep = [other.id, turned.id, endedLink.id];
    const revoke = all.filter((id: string) => !keep.includes(id));
    const removed = await remove({ revoke, keep });
    assert.equal(removed.status, 204, removed.text);
    assert.deepEqual([await statusOf(key.key), await statusOf(other.key)], [401, 200]);
    assert.equal(await statusOf(rest.ofOwner.key), 200);
    const hooks = (await owner.call('/v1/api/webhooks')).body.data;
    assert.deepEqual(hooks.map(({ url }: { url: string }) => url.split('/').at(-1)).sort(), [
      'o',
      'olga',
      'turned',
    ]);
    for (const [link, status] of [
      [keyLink, 404],
      [endedLink, 200],
      [rest.ownLink, 404],
    ] as const) {
      assert.equal(await calendarStatus(link.url), status, link.name);
    }
    assert.equal((await leaver.call('/v1/app/session')).status, 401);

    const kept = (await owner.call('/v1/app/keys')).body.data;
    const { createdBy } = kept.find(({ id }: { id: string }) => id === other.id);
    assert.deepEqual(createdBy, { id: leaver.accountId, name: 'Leo', hasLeft: true });
    const { data: people } = (await owner.call('/v1/app/people')).body;
    assert.deepEqual(
      people.map(({ name, hasLeft }: Record<string, unknown>) => [name, hasLeft]),
      [
        ['Olga', false],
        ['Leo', true],
      ],
    );
  });

  test('demoting an owner asks the same', async () => {
    const { owner, leaver, key, other } = await business();
    const path = `/v1/app/members/${leaver.accountId}`;
    const { data } = (await owner.call(`${path}/left-behind`)).body;
    const revoke = data.map(({ id }: { id: string }) => id);
    const changed = await owner.call(path, { method: 'PATCH', body: { role: 'member', revoke } });
    assert.deepEqual([changed.status, changed.body.role], [200, 'member']);
    assert.deepEqual([await statusOf(key.key), await statusOf(other.key)], [401, 401]);
    // Nothing is left to confirm, so one request is enough.
    assert.equal((await owner.call(path, { method: 'DELETE' })).status, 204);
  });

  test('members they invited stay, and are named', async () => {
    const owner = await signInAs(server);
    const { brandId } = owner;
    const leaver = await signInAs(server, { brandId, role: 'owner' });
    const guest = await signInAs(server, {
      brandId,
      name: 'Gast',
      role: 'member',
      invitedBy: leaver.accountId,
    });
    const path = `/v1/app/members/${leaver.accountId}`;
    const { invited } = (await owner.call(`${path}/left-behind`)).body;
    assert.deepEqual(
      invited.map(({ id, name }: Record<string, string>) => [id, name]),
      [[guest.accountId, 'Gast']],
    );
    assertError(await owner.call(`/v1/app/members/${brandId}/left-behind`), 404);
    assertError(await guest.call(`${path}/left-behind`), 403);
  });

  test('resources of unknown origin are listed for an owner, not for a member', async () => {
    const owner = await signInAs(server);
    const { brandId } = owner;
    const [second, member] = [
      await signInAs(server, { brandId, role: 'owner' }),
      await signInAs(server, { brandId, role: 'member' }),
    ];
    const { id } = await made(owner, '/v1/api/webhooks', hook('before'));
    await server.withDatabase((db) =>
      // A key as an earlier version stored it.
      db.run(
        'update webhook_endpoints set created_by = null, updated_by = null where brand_id = ? and id = ?',
        brandId,
        id,
      ),
    );
    const left = async ({ accountId }: SignedIn) =>
      (await owner.call(`/v1/app/members/${accountId}/left-behind`)).body.data;
    assert.deepEqual(
      (await left(second)).map((item: Record<string, string>) => [item['id'], item['by']]),
      [[id, 'unknown']],
    );
    assert.deepEqual(await left(member), []);
    // The member was an owner when they created the key.
    await made(second, '/v1/app/keys', { name: 'Form', scopes: ['leads:write'] });
    await server.withDatabase((db) =>
      db.run(
        `update members set role = 'member' where brand_id = ? and account_id = ?`,
        brandId,
        second.accountId,
      ),
    );
    assert.deepEqual(
      (await left(second)).map(({ by }: Record<string, string>) => by),
      ['member', 'unknown'],
    );
  });
});
