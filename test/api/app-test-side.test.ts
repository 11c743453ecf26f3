// Members switch to the test side of their brand, with the role that they have in the brand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrand, lockBrandSettings, updateBrand } from '#db/accounts/brands.ts';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { listen } from '../support/event-stream.ts';
import { assertError } from '../support/shapes.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { untilWaiting } from '../support/until-waiting.ts';

await withEachServer('the test side in the web app', (server) => {
  const open = async (me: SignedIn, choice: { brandId: string; isTest?: boolean }) => {
    const answer = await me.call('/v1/app/session/brand', { body: choice });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const openTest = (me: SignedIn) => open(me, { brandId: me.brandId, isTest: true });
  const made = async (by: SignedIn, path: string, body: object) => {
    const answer = await by.call(path, { body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const readSession = async (me: SignedIn) => (await me.call('/v1/app/session')).body;

  test('a member switches there and back, and keeps their role', async () => {
    const { brandId } = await signInAs(server);
    const me = await signInAs(server, { brandId, role: 'member' });
    const live = await readSession(me);
    const testing = await openTest(me);
    assert.notEqual(testing.brand.id, brandId);
    assert.deepEqual(testing.brand, {
      ...live.brand,
      id: testing.brand.id,
      liveId: brandId,
      isTest: true,
    });
    assert.deepEqual([testing.role, testing.scopes], ['member', live.scopes]);
    // The test side is no brand of its own.
    assert.deepEqual(testing.brands, live.brands);
    assert.deepEqual(await readSession(me), testing);
    assert.equal((await openTest(me)).brand.id, testing.brand.id);
    const back = await open(me, { brandId });
    assert.deepEqual(back.brand, { ...live.brand, liveId: brandId, isTest: false });
    // Another window that is still on the test side goes back to it by its id.
    assert.equal((await open(me, { brandId: testing.brand.id })).brand.isTest, true);
  });

  test('nobody opens the test side of another brand', async () => {
    const [me, stranger] = [await signInAs(server), await signInAs(server)];
    const { brand } = await openTest(stranger);
    for (const choice of [
      { brandId: brand.id },
      { brandId: brand.id, isTest: true },
      { brandId: stranger.brandId, isTest: true },
    ]) {
      assertError(await me.call('/v1/app/session/brand', { body: choice }), 404);
    }
    const answer = await me.call('/v1/app/session/brand', {
      body: { brandId: me.brandId, isTest: 'yes' },
    });
    assertError(answer, 400);
    assert.match(answer.body.message[0], /^isTest /);
  });

  test('pages, figures and exports of one side show nothing of the other', async () => {
    const me = await signInAs(server);
    const key = await server.createKey({ brandId: me.brandId, isTest: true });
    const tried = await createLead(server, key, { title: 'Tried', email: 'tried@example.com' });
    const paths = [
      '/v1/app/board',
      '/v1/app/overview',
      '/v1/app/duplicates',
      '/v1/app/imports',
      '/v1/app/export/leads.csv',
      '/v1/app/export/customers.csv',
      '/v1/api/leads',
      '/v1/api/customers',
      '/v1/api/events',
    ];
    for (const path of paths) {
      const { status, text } = await me.call(path);
      assert.equal(status, 200, path);
      assert.doesNotMatch(text, /tried/i, path);
    }
    const { body: overview } = await me.call('/v1/app/overview');
    assert.deepEqual(overview.conversion, { leads: 0, converted: 0, lost: 0 });
    await openTest(me);
    assert.equal((await me.call('/v1/api/leads')).body.data[0].id, tried.body.id);
    assert.equal((await me.call('/v1/app/overview')).body.conversion.leads, 1);
    assert.match((await me.call('/v1/app/export/leads.csv')).text, /Tried/);
  });

  test('an open page hears only of its own side', async () => {
    const me = await signInAs(server);
    const colleague = await signInAs(server, { brandId: me.brandId });
    const { brand } = await openTest(colleague);
    const [live, testing] = [await listen(server, me), await listen(server, colleague)];
    const hello = await testing.until(({ event }) => event === 'hello');
    assert.deepEqual([hello.data.brandId, hello.data.role], [brand.id, 'owner']);
    const keyOf = (isTest: boolean) => server.createKey({ brandId: me.brandId, isTest });
    const tried = (await createLead(server, await keyOf(true))).body.id;
    const real = (await createLead(server, await keyOf(false))).body.id;
    const isAbout = (id: string) => (message: { data: { recordId?: string } }) =>
      message.data.recordId === id;
    await Promise.all([live.until(isAbout(real)), testing.until(isAbout(tried))]);
    assert.ok(!live.messages.some(isAbout(tried)) && !testing.messages.some(isAbout(real)));
    for (const page of [live, testing]) page.close();
  });

  test('keys made on the test side are test keys', async () => {
    const me = await signInAs(server);
    const real = await made(me, '/v1/app/keys', { name: 'Site', scopes: ['full'] });
    await openTest(me);
    const key = await made(me, '/v1/app/keys', { name: 'Trial', scopes: ['full'] });
    assert.match(key.key, /^vk_test_/);
    assert.match(key.start, /^vk_test_[0-9A-Za-z]{7}$/);
    assert.equal(key.createdBy.id, me.accountId);
    const rotated = await made(me, `/v1/app/keys/${key.id}/rotate`, { overlapHours: 0 });
    assert.match(rotated.key, /^vk_test_/);
    const { body } = await me.call('/v1/app/keys');
    assert.deepEqual(
      body.data.map(({ id }: { id: string }) => id),
      [key.id, rotated.id],
    );
    assertError(await me.call(`/v1/app/keys/${real.id}`, { method: 'DELETE' }), 404);
  });

  test('both sides have the same members and settings', async () => {
    const me = await signInAs(server);
    const { brand } = await openTest(me);
    const members = (await me.call('/v1/app/members')).body.data;
    assert.deepEqual(
      members.map(({ id, role }: { id: string; role: string }) => [id, role]),
      [[me.accountId, 'owner']],
    );
    assert.equal((await me.call('/v1/app/people')).body.data[0].id, me.accountId);
    const invitation = { email: `new-${me.accountId}@example.com`, role: 'member' };
    const invited = await made(me, '/v1/app/invitations', invitation);
    const settings = { name: 'Renamed', country: 'BE', language: 'en', timeZone: 'Europe/Rome' };
    const unchanged = (await me.call('/v1/app/brand')).body;
    const changed = await me.call('/v1/app/brand', { method: 'PATCH', body: settings });
    assert.deepEqual(changed.body, { ...unchanged, id: brand.id, ...settings });
    await open(me, { brandId: me.brandId });
    const live = (await me.call('/v1/app/brand')).body;
    assert.deepEqual(live, { ...changed.body, id: me.brandId });
    const { body } = await me.call('/v1/app/invitations');
    assert.deepEqual(
      body.data.map(({ id }: { id: string }) => id),
      [invited.id],
    );
    await me.call('/v1/app/brand', { method: 'PATCH', body: { name: 'Again' } });
    assert.equal((await openTest(me)).brand.name, 'Again');
    // A key on the test side knows the country too.
    const key = await server.createKey({ brandId: me.brandId, isTest: true });
    const lead = await createLead(server, key, { city: 'Gent' });
    const address = await call(server, `/v1/api/address/${lead.body.addressId}`, { key });
    assert.equal(address.body.country, 'BE');
  });

  test('a test side that is added while the brand changes gets the new settings', async () => {
    const { brandId } = await signInAs(server);
    const me = await signInAs(server, { brandId });
    const { opening } = await server.withDatabase((db) =>
      db.transaction(async (trx) => {
        await lockBrandSettings(trx, brandId);
        const brand = await findBrand(trx, brandId);
        await updateBrand(trx, { ...brand!, name: 'Renamed', country: 'BE' });
        const choice = { brandId, isTest: true };
        const opening = me.call('/v1/app/session/brand', { body: choice });
        await untilWaiting(trx, [opening]);
        return { opening };
      }),
    );
    const { brand } = (await opening).body;
    assert.deepEqual([brand.isTest, brand.name, brand.country], [true, 'Renamed', 'BE']);
  });

  test('a member who leaves keeps nothing on the test side', async () => {
    const owner = await signInAs(server);
    const leaver = await signInAs(server, { brandId: owner.brandId });
    const { brand } = await openTest(leaver);
    const key = await made(leaver, '/v1/app/keys', { name: 'Trial', scopes: ['full'] });
    const hook = { url: 'https://example.com/trial', state: 'paused' };
    const webhook = await made(leaver, '/v1/api/webhooks', hook);
    const link = await made(leaver, '/v1/api/calendar-links', { name: 'Phone' });
    const calendar = () => call(server, new URL(link.url, server.url).pathname);
    assert.equal((await calendar()).status, 200);
    const path = `/v1/app/members/${leaver.accountId}`;
    const left = (await owner.call(`${path}/left-behind`)).body.data;
    assert.deepEqual(
      left.map(({ kind, id }: { kind: string; id: string }) => [kind, id]),
      [
        ['key', key.id],
        ['webhook', webhook.id],
      ],
    );
    assertError(await owner.call(path, { method: 'DELETE' }), 409);
    const revoke = [key.id, webhook.id];
    const removed = await owner.call(`${path}/remove`, { body: { revoke } });
    assert.equal(removed.status, 204, removed.text);
    assertError(await call(server, '/v1/api/key', { key: key.key }), 401);
    assertError(await leaver.call('/v1/app/session'), 401);
    assertError(await calendar(), 404);
    const sessions = await server.withDatabase((db) =>
      db.all('select 1 from sessions where brand_id = ?', brand.id),
    );
    assert.deepEqual(sessions, []);
    await openTest(owner);
    assert.deepEqual((await owner.call('/v1/api/webhooks')).body.data, []);
  });
});
