// Passkeys: a software authenticator registers one and signs in with it; the signatures are real.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { makePasswordLink } from '#actions/accounts/account-links.ts';
import { systemContext } from '#runner/system-context.ts';
import { call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { PasskeyDevice } from '../support/passkey-device.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import {
  passwordOfTests,
  samePage,
  type SignedIn,
  signedIn,
  signInAs,
} from '../support/sign-in.ts';

await withEachServer('passkeys', (server) => {
  let me: SignedIn;
  before(async () => {
    me = await signInAs(server);
  });

  const device = (options: { verifiesUser?: boolean; origin?: string } = {}) =>
    new PasskeyDevice({ origin: server.url, ...options });
  const beginAdding = async (by = me) =>
    (await by.call('/v1/app/passkeys/options', { body: { currentPassword: passwordOfTests } }))
      .body;
  const post = (path: string, body?: object) =>
    call(server, path, { method: 'POST', headers: samePage, ...(body && { body }) });
  const beginSignIn = async () => (await post('/v1/app/sign-in/passkey/options')).body;

  async function add(to: PasskeyDevice, by = me) {
    const { options, challengeId } = await beginAdding(by);
    const body = { challengeId, name: 'Phone', response: to.create(options) };
    return by.call('/v1/app/passkeys', { body });
  }
  async function signIn(by: PasskeyDevice) {
    const { options, challengeId } = await beginSignIn();
    return post('/v1/app/sign-in/passkey', { challengeId, response: by.get(options) });
  }

  test('a passkey is added, listed, used to sign in, and removed', async () => {
    const phone = device();
    const { options } = await beginAdding();
    assert.equal(options.rp.id, '127.0.0.1');
    assert.deepEqual(
      [options.attestation, options.authenticatorSelection.userVerification],
      ['none', 'required'],
    );
    const added = await add(phone);
    assert.equal(added.status, 201, added.text);
    assert.deepEqual(added.body, {
      id: added.body.id,
      name: 'Phone',
      createdAt: added.body.createdAt,
      lastUsedAt: null,
    });
    assert.equal((await me.call('/v1/app/session')).body.account.passkeys, 1);
    // `excludeCredentials` keeps the device from registering a second passkey.
    assert.equal((await beginAdding()).options.excludeCredentials.length, 1);
    assertError(await add(phone), 409, 'passkey_known');

    const { options: asked } = await beginSignIn();
    assert.deepEqual([asked.rpId, asked.userVerification], ['127.0.0.1', 'required']);
    assert.deepEqual(asked.allowCredentials ?? [], []);
    for (let n = 0; n < 2; n++) {
      const session = signedIn(server, await signIn(phone));
      assert.deepEqual([session.accountId, session.brandId], [me.accountId, me.brandId]);
      assert.equal((await session.call('/v1/api/leads')).status, 200);
    }
    const [listed, ...others] = (await me.call('/v1/app/passkeys')).body.data;
    const { lastUsedAt } = listed;
    assert.deepEqual([listed, others], [{ ...added.body, lastUsedAt }, []]);
    assert.ok(Date.parse(lastUsedAt) >= Date.parse(added.body.createdAt));

    const path = `/v1/app/passkeys/${added.body.id}`;
    const stranger = await signInAs(server);
    assertError(await stranger.call(path, { method: 'DELETE' }), 404);
    assert.equal((await me.call(path, { method: 'DELETE' })).status, 204);
    assertError(await me.call(path, { method: 'DELETE' }), 404);
    assertError(await signIn(phone), 401);
  });

  test('a password change removes them on request', async () => {
    const mine = await signInAs(server);
    const phone = device();
    assert.equal((await add(phone, mine)).status, 201);
    const secrets = [passwordOfTests, 'another long secret', 'a third long secret'];
    const change = (n: number, removePasskeys?: unknown) =>
      mine.call('/v1/app/account/password', {
        body: { currentPassword: secrets[n], newPassword: secrets[n + 1], removePasskeys },
      });
    assertRefused(await change(0, 'yes'), 'removePasskeys');
    assert.equal((await change(0)).status, 204);
    assert.equal((await signIn(phone)).status, 200);
    assert.equal((await change(1, true)).status, 204);
    assertError(await signIn(phone), 401);
    assert.deepEqual((await mine.call('/v1/app/passkeys')).body.data, []);
    assert.equal((await mine.call('/v1/app/session')).status, 200);
  });

  test('adding one requires the password; a password reset removes them all', async () => {
    const owner = await signInAs(server);
    const begin = (body: object) => owner.call('/v1/app/passkeys/options', { body });
    assertRefused(await begin({}), 'currentPassword');
    assertError(await begin({ currentPassword: 'not the password' }), 403, 'password_wrong');
    const phone = device();
    assert.equal((await add(phone, owner)).status, 201);
    const { options, challengeId } = await beginAdding(owner);

    const { token } = await server.withDatabase(
      async (db) => (await makePasswordLink(db, { emailKey: owner.email }, systemContext()))!,
    );
    const password = 'a secret after the link';
    const renewed = signedIn(server, await post(`/v1/app/links/${token}`, { password }));
    assert.equal((await renewed.call('/v1/app/session')).body.account.passkeys, 0);
    assertError(await signIn(phone), 401);
    // A registration that was pending fails too.
    const body = { challengeId, name: 'Phone', response: device().create(options) };
    assertRefused(await renewed.call('/v1/app/passkeys', { body }), 'response');
  });

  test('a challenge is valid once, for its account and purpose', async () => {
    const phone = device();
    const { options, challengeId } = await beginAdding();
    const body = { challengeId, name: 'Phone', response: phone.create(options) };
    const stranger = await signInAs(server);
    assertRefused(await stranger.call('/v1/app/passkeys', { body }), 'response');
    assert.equal((await me.call('/v1/app/passkeys', { body })).status, 201);
    assertRefused(await me.call('/v1/app/passkeys', { body }), 'response');

    const asked = await beginSignIn();
    const answer = { challengeId: asked.challengeId, response: phone.get(asked.options) };
    assert.equal((await post('/v1/app/sign-in/passkey', answer)).status, 200);
    assertError(await post('/v1/app/sign-in/passkey', answer), 401);
    const forAdding = await beginAdding();
    const crossed = {
      challengeId: forAdding.challengeId,
      response: phone.get({ challenge: forAdding.options.challenge, rpId: '127.0.0.1' }),
    };
    assertError(await post('/v1/app/sign-in/passkey', crossed), 401);

    const late = await beginSignIn();
    await server.withDatabase((db) =>
      db.run('update passkey_challenges set expires_at = ? where id = ?', 0, late.challengeId),
    );
    const response = phone.get(late.options);
    const tooLate = { challengeId: late.challengeId, response };
    assertError(await post('/v1/app/sign-in/passkey', tooLate), 401);
  });

  test('a passkey without user verification, of another site or unknown is refused', async () => {
    const careless = await add(device({ verifiesUser: false }));
    assertRefused(careless, 'response');
    assertRefused(await add(device({ origin: 'https://evil.example' })), 'response');
    assertError(await signIn(device()), 401, 'passkey_not_verified');

    const phone = device();
    assert.equal((await add(phone)).status, 201);
    const changed: [string, (response: { [field: string]: string }) => void][] = [
      ['another signature', (response) => (response['signature'] = 'MEUCIQ')],
      ['other data', (response) => (response['authenticatorData'] = 'AAAA')],
      ['no data', (response) => delete response['clientDataJSON']],
    ];
    for (const [what, change] of changed) {
      const { options, challengeId } = await beginSignIn();
      const made = phone.get(options) as { response: { [field: string]: string } };
      change(made.response);
      const answer = await post('/v1/app/sign-in/passkey', { challengeId, response: made });
      assert.equal(answer.status, 401, what);
    }
    for (const response of [{}, { id: 1 }, { id: 'x' }]) {
      const { challengeId } = await beginSignIn();
      assertError(await post('/v1/app/sign-in/passkey', { challengeId, response }), 401);
    }
    assertRefused(
      await post('/v1/app/sign-in/passkey', { response: 'x' }),
      'challengeId',
      'response',
    );
    assert.equal((await signIn(phone)).status, 200);
  });

  test('a cloned authenticator with a lower counter is refused', async () => {
    const phone = device();
    assert.equal((await add(phone)).status, 201);
    phone.counter = 10;
    assert.equal((await signIn(phone)).status, 200);
    phone.counter = 5;
    assertError(await signIn(phone), 401);
    phone.counter = 11;
    assert.equal((await signIn(phone)).status, 200);
  });
});
