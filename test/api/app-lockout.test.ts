// Failed guesses by somebody else never lock a member out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasSessionAt } from '#actions/accounts/sessions.ts';
import { call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError } from '../support/shapes.ts';
import { passwordOfTests as password, samePage, signInAs } from '../support/sign-in.ts';

const deviceCookie = /__Host-vakwerk-device=[\w.~-]+/;

await withEachServer('lockout', (server) => {
  // The hardest case: guesser and owner share an address, so address limits cannot tell them apart.
  let addresses = 0;
  const elsewhere = () => ({
    'x-forwarded-for': `10.77.${process.pid & 255}.${++addresses}`,
    ...samePage,
  });
  const signIn = (email: string, typed: string, headers: Record<string, string>) =>
    call(server, '/v1/app/sign-in', { body: { email, password: typed }, headers });
  const lockOut = async (email: string, headers: Record<string, string>) => {
    for (let n = 0; n < 10; n++)
      assertError(await signIn(email, `guess number ${n}`, headers), 401);
    assertError(await signIn(email, password, headers), 429);
  };

  test('a known browser can sign in again, until the password changes', async () => {
    const { email, ...me } = await signInAs(server);
    const address = elsewhere();
    const first = await signIn(email, password, address);
    const setCookie = first.headers.get('set-cookie') ?? '';
    const [cookie] = deviceCookie.exec(setCookie) ?? [''];
    assert.match(setCookie, /vakwerk-device=[^,]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-/);
    await lockOut(email, address);
    const again = await signIn(email, password, { ...address, cookie });
    assert.equal(again.status, 200, again.text);

    const body = { currentPassword: password, newPassword: 'another long secret' };
    const changed = await me.call('/v1/app/account/password', { body });
    const [next] = deviceCookie.exec(changed.headers.get('set-cookie') ?? '') ?? [''];
    assertError(await signIn(email, body.newPassword, { ...address, cookie }), 429);
    const anew = await signIn(email, body.newPassword, { ...address, cookie: next });
    assert.equal(anew.status, 200, anew.text);
  });

  test('a browser shared by several members remembers them all', async () => {
    const [first, second] = [await signInAs(server), await signInAs(server)];
    const address = elsewhere();
    let cookie = '';
    for (const { email } of [first, second]) {
      const answer = await signIn(email, password, { ...address, cookie });
      [cookie] = deviceCookie.exec(answer.headers.get('set-cookie') ?? '') ?? [''];
    }
    await lockOut(first.email, address);
    assert.equal((await signIn(first.email, password, { ...address, cookie })).status, 200);
  });

  test('a signed-in member can change the password meanwhile', async () => {
    const me = await signInAs(server);
    const address = elsewhere();
    await lockOut(me.email, address);
    const body = { currentPassword: password, newPassword: 'another long secret' };
    const changed = await me.call('/v1/app/account/password', { body, headers: address });
    assert.equal(changed.status, 204, changed.text);
  });

  test('an address is trusted while the account has a session from it', async () => {
    const { email } = await signInAs(server);
    const headers = elsewhere();
    const place = { emailKey: email, address: headers['x-forwarded-for'] };
    const isKnown = (where: typeof place) => server.withDatabase((db) => hasSessionAt(db, where));
    assert.equal(await isKnown(place), false);
    assert.equal((await signIn(email, password, headers)).status, 200);
    assert.equal(await isKnown(place), true);
    assert.equal(await isKnown({ ...place, emailKey: 'nobody@example.com' }), false);
    assert.equal(await isKnown({ ...place, address: '10.77.0.0' }), false);
  });
});
