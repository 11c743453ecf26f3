// Single-use links: for the first owner, invitations and a new password. Own servers: the first
// start prints the first owner's link.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeOwnerLink, makePasswordLink } from '#actions/accounts/account-links.ts';
import { useAccountLink } from '#actions/accounts/use-account-link.ts';
import { hashOfToken } from '#core/accounts/session-token.ts';
import { systemContext } from '#runner/system-context.ts';
import { call } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import type { TestServer } from '../support/server.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import {
  cookieOf,
  invitationTo,
  passwordOfTests as password,
  samePage,
  signedIn,
  signInAs,
} from '../support/sign-in.ts';

withEachDatabase('links', (start) => {
  let server: TestServer;
  before(async () => {
    server = await start({ env: { TRUST_PROXY: 'loopback' } });
  });
  after(() => server?.stop());

  // Each test uses its own address, so that none uses up another's limit.
  let addresses = 0;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(server, path, { body, headers: { ...samePage, ...headers } });
  const fromElsewhere = () => ({ 'x-forwarded-for': `192.0.2.${++addresses}` });
  const signIn = (email: string, typed: string, headers = fromElsewhere()) =>
    post('/v1/app/sign-in', { email, password: typed }, headers);
  const session = (cookie: string) =>
    call(server, '/v1/app/session', { headers: { cookie, ...samePage } });

  test('the first start shows a single-use link for the owner', async () => {
    const [, token] = /\/welcome\/([\w-]{43})$/m.exec(server.output())!;
    const path = `/v1/app/links/${token}`;
    const shown = await call(server, path);
    assert.deepEqual(shown.body, {
      purpose: 'owner',
      email: null,
      brandName: 'Demo brand',
      hasAccount: false,
      needsPassword: true,
    });
    assertRefused(await post(path, { password }), 'email');
    assertRefused(await post(path, { email: 'owner@example.com', password: 'short' }), 'password');
    assertRefused(await post(path, { email: 'owner@example.com' }), 'password');
    const opened = await post(path, { email: 'Owner@Example.com', password, name: 'Olga' });
    assert.equal(opened.status, 200, opened.text);
    assert.equal(opened.headers.get('cache-control'), 'no-store');
    const { sessionId, account, role, scopes, brand, brands } = opened.body;
    assert.match(sessionId, /^[0-9a-f-]{36}$/);
    assert.deepEqual(account, {
      id: account.id,
      email: 'Owner@Example.com',
      name: 'Olga',
      language: 'nl',
      hasPassword: true,
      passkeys: 0,
      isEmailProven: false,
    });
    assert.deepEqual([role, scopes], ['owner', ['full']]);
    assert.deepEqual(brand, {
      id: brand.id,
      name: 'Demo brand',
      country: 'NL',
      language: 'nl',
      timeZone: 'Europe/Amsterdam',
      isTest: false,
      liveId: brand.id,
      workingHours: { days: [1, 2, 3, 4, 5], from: 480, until: 1020 },
      answerMinutes: 60,
      trade: null,
      colour: null,
    });
    assert.deepEqual(brands, [{ id: brand.id, name: 'Demo brand', role: 'owner' }]);
    assertError(await call(server, path), 404, 'link_gone');
    assertError(await post(path, { email: 'thief@example.com', password }), 404);
    assert.equal((await signIn('owner@example.com ', password)).status, 200);
  });

  test('a link for a new password works once and ends all sessions', async () => {
    const { id: brandId } = await server.createBrand({ name: 'Gootwerk' });
    const me = await signInAs(server, { brandId, name: 'Roos Zandbergen' });
    const linkFor = (emailKey: string) =>
      server.withDatabase(
        async (db) => (await makePasswordLink(db, { emailKey }, systemContext()))!,
      );
    const { token: replaced } = await linkFor(me.email);
    const { token: earlier } = await linkFor(me.email);
    await linkFor(me.email);
    const { token, link } = await linkFor(me.email);
    const path = `/v1/app/links/${token}`;
    assertError(await call(server, `/v1/app/links/${replaced}`), 404);
    assert.equal((await call(server, `/v1/app/links/${earlier}`)).status, 200);
    assert.deepEqual((await me.call(path)).body, {
      purpose: 'password',
      email: me.email,
      brandName: null,
      hasAccount: true,
      needsPassword: true,
    });
    for (const guessable of ['Gootwerk-2027!', 'Zandbergen1990']) {
      assertRefused(await post(path, { password: guessable }), 'password');
    }
    const fresh = 'a secret after the link';
    const answers = await Promise.all([
      post(path, { password: fresh }),
      post(path, { password: fresh }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404]);
    const opened = answers.find(({ status }) => status === 200)!;
    assert.equal((await session(cookieOf(opened))).status, 200);
    assertError(await me.call('/v1/app/session'), 401);
    assertError(await call(server, `/v1/app/links/${earlier}`), 404);
    assertError(await signIn(me.email, password), 401);
    assert.equal((await signIn(me.email, fresh)).status, 200);

    const late = await linkFor(me.email);
    await server.withDatabase((db) =>
      db.run('update account_links set expires_at = ? where id = ?', Date.now(), late.link.id),
    );
    assertError(await call(server, `/v1/app/links/${late.token}`), 404);
    assertError(await post(`/v1/app/links/${late.token}`, { password: fresh }), 404);
    assert.notEqual(link.id, late.link.id);
  });

  test('an existing account joins another brand with its password, and switches between both', async () => {
    const me = await signInAs(server, { role: 'member' });
    const { id: brandId } = await server.createBrand({ name: 'Second', country: 'DE' });
    const token = await invitationTo(server, { brandId, role: 'owner', email: me.email });
    const path = `/v1/app/links/${token}`;
    const seen = (await call(server, path)).body;
    assert.deepEqual([seen.hasAccount, seen.needsPassword, seen.brandName], [true, true, 'Second']);
    assert.equal((await me.call(path)).body.needsPassword, false);
    // The link alone must not open another person's account.
    assertRefused(await post(path, {}), 'password');
    assertError(await post(path, { password: 'not the password' }, fromElsewhere()), 401);
    assertRefused(await post(path, { password, email: 'other@example.com' }), 'email');
    // The password was right when it was checked, and has changed since.
    const user = { kind: 'known' as const, accountId: me.accountId, checkedHash: 'another' };
    const visitor = { userAgent: '', address: '' };
    const wanted = { tokenHash: hashOfToken(token), user, visitor };
    const tooLate = await server.withDatabase((db) => useAccountLink(db, wanted, systemContext()));
    assert.deepEqual(tooLate, { outcome: 'changed' });
    assert.equal((await me.call('/v1/app/session')).body.brands.length, 1);

    const joined = signedIn(server, await me.call(path, { body: {} }));
    // The browser has another cookie now: the earlier session could not be ended otherwise.
    assertError(await me.call('/v1/app/session'), 401);
    assert.equal(joined.accountId, me.accountId);
    assert.equal(joined.brandId, brandId);
    const { body } = await joined.call('/v1/app/session');
    assert.deepEqual([body.role, body.brand.language, body.brands.length], ['owner', 'en', 2]);

    const wrongBrand = { headers: { 'x-vakwerk-brand': me.brandId } };
    assertError(await joined.call('/v1/api/leads', wrongBrand), 409, 'other_brand');
    const wrongAccount = { headers: { 'x-vakwerk-account': brandId } };
    assertError(await joined.call('/v1/api/leads', wrongAccount), 409, 'other_brand');
    const ownAccount = { headers: { 'x-vakwerk-account': joined.accountId } };
    assert.equal((await joined.call('/v1/api/leads', ownAccount)).status, 200);
    const choose = (to: string) => joined.call('/v1/app/session/brand', { body: { brandId: to } });
    const switched = await choose(me.brandId);
    assert.deepEqual([switched.body.brand.id, switched.body.role], [me.brandId, 'member']);
    assert.equal((await joined.call('/v1/api/leads', wrongBrand)).status, 200);
    assertError(await joined.call('/v1/app/keys'), 403);
    const stranger = await server.createBrand();
    assertError(await choose(stranger.id), 404);
    assertError(await choose('nothing'), 404);
    // The next sign-in returns to the last brand.
    assert.equal((await signIn(me.email, password)).body.brand.id, me.brandId);
  });

  test('a new owner link replaces the previous one', async () => {
    const { id: brandId } = await server.createBrand();
    const make = () =>
      server.withDatabase(async (db) => (await makeOwnerLink(db, { brandId }, systemContext()))!);
    const [first, second] = [await make(), await make()];
    assertError(await call(server, `/v1/app/links/${first.token}`), 404);
    assert.equal((await call(server, `/v1/app/links/${second.token}`)).status, 200);
    for (const token of ['x', 'a'.repeat(43), `${second.token}a`]) {
      assertError(await call(server, `/v1/app/links/${token}`), 404);
    }
  });
});
