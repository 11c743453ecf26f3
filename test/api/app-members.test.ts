// Members of a brand: invite, list, change a role, remove.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inviteMember } from '#actions/accounts/account-links.ts';
import { systemContext } from '#runner/system-context.ts';
import { call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import { passwordOfTests as password, samePage, signedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

await withEachServer('members', (server) => {
  const tokenIn = (url: string) => /\/welcome\/([\w-]{43})$/.exec(url)![1]!;

  test('an invitation is shown once, used once, and makes a member', async () => {
    const owner = await signInAs(server, { name: 'Olga' });
    const email = 'New.Member@example.com';
    const invite = (body: object) => owner.call('/v1/app/invitations', { body });
    const earlier = await invite({ email: email.toLowerCase(), role: 'owner' });
    const made = await invite({ email, role: 'member' });
    assert.equal(made.status, 201, made.text);
    const { url, isMailed, ...listed } = made.body;
    assert.deepEqual(Object.keys(listed), ['id', 'email', 'role', 'createdAt', 'expiresAt']);
    assert.deepEqual([listed.email, listed.role, isMailed], [email, 'member', false]);
    const days = (Date.parse(listed.expiresAt) - Date.parse(listed.createdAt)) / 86_400_000;
    assert.equal(Math.round(days), 7);
    assert.ok(url.startsWith(`${server.url}/welcome/`));
    const open = async () => (await owner.call('/v1/app/invitations')).body.data;
    assert.deepEqual(await open(), [listed]);
    assertError(await call(server, `/v1/app/links/${tokenIn(earlier.body.url)}`), 404);

    const path = `/v1/app/links/${tokenIn(url)}`;
    assert.deepEqual((await call(server, path)).body, {
      purpose: 'invitation',
      email,
      brandName: 'Test brand',
      hasAccount: false,
      needsPassword: true,
    });
    const body = { password, name: 'Nico' };
    const member = signedIn(server, await call(server, path, { body, headers: samePage }));
    assert.equal(member.brandId, owner.brandId);
    assert.deepEqual(await open(), []);
    assertError(await invite({ email, role: 'owner' }), 409, 'member_already');

    const { data } = (await owner.call('/v1/app/members')).body;
    assert.deepEqual(
      data.map(({ id, name, role }: Record<string, string>) => [id, name, role]),
      [
        [owner.accountId, 'Olga', 'owner'],
        [member.accountId, 'Nico', 'member'],
      ],
    );
    assert.deepEqual(Object.keys(data[1]), [
      'id',
      'email',
      'name',
      'role',
      'createdAt',
      'lastSeenAt',
      'isEmailProven',
    ]);
    assert.deepEqual((await member.call('/v1/app/people')).body, {
      data: [
        { id: owner.accountId, name: 'Olga', hasLeft: false },
        { id: member.accountId, name: 'Nico', hasLeft: false },
      ],
    });
  });

  test('a revoked invitation does not work, and invalid ones are refused', async () => {
    const owner = await signInAs(server);
    const { body } = await owner.call('/v1/app/invitations', {
      body: { email: 'withdrawn@example.com', role: 'member' },
    });
    const stranger = await signInAs(server);
    const path = `/v1/app/invitations/${body.id}`;
    assertError(await stranger.call(path, { method: 'DELETE' }), 404);
    assert.equal((await owner.call(path, { method: 'DELETE' })).status, 204);
    assertError(await owner.call(path, { method: 'DELETE' }), 404);
    assertError(await call(server, `/v1/app/links/${tokenIn(body.url)}`), 404);
    const wrong: [object, string[]][] = [
      [{}, ['email', 'role']],
      [{ email: 'a', role: 'admin' }, ['email', 'role']],
      [{ email: 'a@example.com\r\nBcc: b@example.com', role: 'member' }, ['email']],
      [{ email: 'a@example.com', role: 'member', brandId: 'x' }, ['brandId']],
    ];
    for (const [invitation, fields] of wrong) {
      assertRefused(await owner.call('/v1/app/invitations', { body: invitation }), ...fields);
    }
  });

  test('invitations of a former owner are void', async () => {
    const owner = await signInAs(server);
    const second = await signInAs(server, { brandId: owner.brandId });
    const path = `/v1/app/members/${second.accountId}`;
    const invite = async (by: typeof owner, email: string) => {
      const { body } = await by.call('/v1/app/invitations', { body: { email, role: 'owner' } });
      return `/v1/app/links/${tokenIn(body.url)}`;
    };
    const setRole = (role: string) => owner.call(path, { method: 'PATCH', body: { role } });
    const statusOf = async (link: string) => (await call(server, link)).status;
    const kept = await invite(owner, 'kept@example.com');
    const first = await invite(second, 'back.door@example.com');
    assert.equal((await setRole('owner')).status, 200);
    assert.equal(await statusOf(first), 200);
    assert.equal((await setRole('member')).status, 200);
    assert.equal(await statusOf(first), 404);
    // A key whose creation was in flight.
    const { brandId, accountId: createdBy } = second;
    const late = { brandId, email: 'late@example.com', role: 'owner' as const, createdBy };
    assert.deepEqual(await server.withDatabase((db) => inviteMember(db, late, systemContext())), {
      outcome: 'not_owner',
    });

    assert.equal((await setRole('owner')).status, 200);
    const another = await invite(second, 'back.door@example.com');
    assert.equal((await owner.call(path, { method: 'DELETE' })).status, 204);
    assert.deepEqual([await statusOf(another), await statusOf(kept)], [404, 200]);
  });

  test('invitations to one person are limited, also over several brands', async () => {
    const [one, other] = [await signInAs(server), await signInAs(server)];
    const body = { email: 'flooded@example.com', role: 'member' };
    for (let n = 0; n < 5; n++) {
      assert.equal((await one.call('/v1/app/invitations', { body })).status, 201);
    }
    const refused = await other.call('/v1/app/invitations', { body });
    assertError(refused, 429);
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    const elsewhere = { ...body, email: 'elsewhere@example.com' };
    assert.equal((await other.call('/v1/app/invitations', { body: elsewhere })).status, 201);
  });

  test('a changed role applies immediately', async () => {
    const owner = await signInAs(server);
    const member = await signInAs(server, { brandId: owner.brandId, role: 'member' });
    const path = `/v1/app/members/${member.accountId}`;
    assertError(await member.call('/v1/app/members'), 403);
    assertError(await member.call(path, { method: 'PATCH', body: { role: 'owner' } }), 403);
    const promoted = await owner.call(path, { method: 'PATCH', body: { role: 'owner' } });
    assert.deepEqual([promoted.status, promoted.body.role], [200, 'owner']);
    assert.equal((await member.call('/v1/app/members')).status, 200);
    assert.equal(
      (await owner.call(path, { method: 'PATCH', body: { role: 'member' } })).status,
      200,
    );
    assertError(await member.call('/v1/app/members'), 403);
    assertRefused(await owner.call(path, { method: 'PATCH', body: { role: 'boss' } }), 'role');
    const stranger = await signInAs(server);
    assertError(await stranger.call(path, { method: 'PATCH', body: { role: 'member' } }), 404);
    assertError(await stranger.call(path, { method: 'DELETE' }), 404);
  });

  test('the last owner stays, also when two remove each other concurrently', async () => {
    const owner = await signInAs(server);
    await signInAs(server, { brandId: owner.brandId, role: 'member' });
    const own = `/v1/app/members/${owner.accountId}`;
    assertError(await owner.call(own, { method: 'DELETE' }), 409, 'last_owner');
    assertError(await owner.call(own, { method: 'PATCH', body: { role: 'member' } }), 409);
    assert.equal((await owner.call(own, { method: 'PATCH', body: { role: 'owner' } })).status, 200);

    const second = await signInAs(server, { brandId: owner.brandId });
    const answers = await Promise.all([
      owner.call(`/v1/app/members/${second.accountId}`, { method: 'DELETE' }),
      second.call(own, { method: 'DELETE' }),
    ]);
    const owners = await server.withDatabase((db) =>
      db.all(`select 1 from members where brand_id = ? and role = 'owner'`, owner.brandId),
    );
    assert.equal(owners.length, 1, answers.map(({ status }) => status).join());
    assert.ok(answers.some(({ status }) => status === 204));
  });

  test('a removed member is out immediately, of this brand only, and deleted when in none', async () => {
    const owner = await signInAs(server);
    const member = await signInAs(server, { brandId: owner.brandId, role: 'member' });
    const elsewhere = await signInAs(server);
    const invited = await elsewhere.call('/v1/app/invitations', {
      body: { email: member.email, role: 'member' },
    });
    const path = `/v1/app/links/${tokenIn(invited.body.url)}`;
    const other = signedIn(server, await member.call(path, { body: {} }));
    const remove = (by: typeof owner) =>
      by.call(`/v1/app/members/${member.accountId}`, { method: 'DELETE' });
    assert.equal((await remove(owner)).status, 204);
    assertError(await member.call('/v1/api/leads'), 401);
    assert.equal((await other.call('/v1/api/leads')).status, 200);
    assertError(
      await other.call('/v1/app/session/brand', { body: { brandId: owner.brandId } }),
      404,
    );
    assertError(await remove(owner), 404);

    assert.equal((await remove(elsewhere)).status, 204);
    assertError(await other.call('/v1/api/leads'), 401);
    const body = { email: member.email, password };
    assertError(await call(server, '/v1/app/sign-in', { body, headers: samePage }), 401);
    const left = await server.withDatabase((db) =>
      db.all('select id from accounts where id = ?', member.accountId),
    );
    assert.deepEqual(left, []);
  });

  test('members’ changes, refusals and exports are logged; only owners erase', async () => {
    const owner = await signInAs(server);
    const member = await signInAs(server, { brandId: owner.brandId, role: 'member' });
    const lead = { customerName: 'Jan', title: 'Tap', email: 'jan@example.com' };
    const { customerId } = (await member.call('/v1/api/leads', { body: lead })).body;
    assert.equal((await member.call('/v1/api/leads')).status, 200);
    const erase = (by: typeof owner) =>
      by.call(`/v1/api/customers/${customerId}?erase=true`, { method: 'DELETE' });
    const refused = await erase(member);
    assertError(refused, 403);
    assert.equal((await member.call(`/v1/api/customers/${customerId}`)).status, 200);
    const rescue = `/v1/api/requests/${refused.headers.get('x-request-id')}/rescue`;
    // 403 comes before any validation of the body.
    assertError(await member.call(rescue, { body: [] }), 403);
    assert.equal((await owner.call('/v1/app/members')).status, 200);
    assertError(await owner.call('/v1/app/keys/secret', { method: 'DELETE' }), 404);
    const exported = await owner.call('/v1/app/export/leads.csv');
    assert.equal((await owner.call(`/v1/api/customers/${customerId}/export`)).status, 200);

    const logged = async () => (await owner.call('/v1/api/requests')).body.data;
    await eventually(async () => (await logged()).length === 6);
    const customer = `/v1/api/customers/${customerId}`;
    const entries: Record<string, unknown>[] = await logged();
    assert.deepEqual(
      entries.map((one) => [one['method'], one['path'], one['status'], one['memberId']]),
      [
        ['GET', `${customer}/export`, 200, owner.accountId],
        ['GET', '/v1/app/export/leads.csv', 200, owner.accountId],
        ['DELETE', '/v1/app/keys/{id}', 404, owner.accountId],
        ['POST', rescue, 403, member.accountId],
        ['DELETE', customer, 403, member.accountId],
        ['POST', '/v1/api/leads', 201, member.accountId],
      ],
    );
    assert.equal(entries[1]!['id'], exported.headers.get('x-request-id'));
    // Erasure scans the refused leads in the request log first.
    assert.equal((await erase(owner)).status, 202);
  });

  test('all members read the brand, owners change it', async () => {
    const owner = await signInAs(server);
    const member = await signInAs(server, { brandId: owner.brandId, role: 'member' });
    const before = (await member.call('/v1/app/brand')).body;
    assert.deepEqual(before, {
      id: owner.brandId,
      name: 'Test brand',
      country: 'NL',
      language: 'nl',
      timeZone: 'Europe/Amsterdam',
      workingHours: { days: [1, 2, 3, 4, 5], from: 480, until: 1020 },
      answerMinutes: 60,
      trade: null,
      colour: null,
      logo: null,
    });
    const patch = (body: object, by = owner) => by.call('/v1/app/brand', { method: 'PATCH', body });
    assertError(await patch({ name: 'Mine' }, member), 403);
    const key = await server.createKey({ brandId: owner.brandId });
    const countryOf = async () => {
      const body = { customerName: 'Jan', title: 'Tap', city: 'Bonn' };
      const { addressId } = (await call(server, '/v1/api/leads', { key, body })).body;
      return (await call(server, `/v1/api/address/${addressId}`, { key })).body.country;
    };
    assert.equal(await countryOf(), 'NL');
    const changed = await patch({ name: 'Müller', country: 'de', language: 'nl' });
    const expected = { name: 'Müller', country: 'DE', language: 'nl', timeZone: 'Europe/Berlin' };
    assert.deepEqual(changed.body, { ...before, ...expected });
    assert.deepEqual((await member.call('/v1/app/brand')).body, changed.body);
    assert.equal(await countryOf(), 'DE');
    const back = await patch({ language: null, timeZone: 'Europe/Paris' });
    assert.deepEqual([back.body.language, back.body.timeZone], ['en', 'Europe/Paris']);
    assert.equal((await patch({ timeZone: null })).body.timeZone, 'Europe/Berlin');
    // Concurrent changes do not overwrite each other.
    for (const [n, language] of ['nl', 'en', 'nl', 'en'].entries()) {
      await Promise.all([patch({ name: `Name ${n}` }), patch({ language })]);
      const { name, language: now } = (await member.call('/v1/app/brand')).body;
      assert.deepEqual([name, now], [`Name ${n}`, language]);
    }
    for (const wrong of [
      { country: 'XX' },
      { timeZone: 'Mars' },
      { name: '' },
      { language: 'x' },
    ]) {
      assertRefused(await patch(wrong), Object.keys(wrong)[0]!);
    }
    assertRefused(await patch({ country: null, createdAt: 1 }), 'country', 'createdAt');
  });
});
