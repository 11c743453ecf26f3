// Signing in to the web app, and the life of a session. Own servers: the password queue is filled.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sweep } from '#actions/installation/upkeep.ts';
import { systemContext } from '#runner/system-context.ts';
import { type Answer, call, createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import type { TestServer } from '../support/server.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import { passwordOfTests as password, samePage, signedIn, signInAs } from '../support/sign-in.ts';
import { eventually, timelyTest, TooSlow } from '../support/within.ts';

withEachDatabase('signing in', (start) => {
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
  const signIn = (
    email: string,
    typed: string,
    headers: Record<string, string> = fromElsewhere(),
  ) => post('/v1/app/sign-in', { email, password: typed }, headers);
  const session = (cookie: string) =>
    call(server, '/v1/app/session', { headers: { cookie, ...samePage } });

  timelyTest(
    'a wrong password and an unknown address get the same answer, in the same time',
    async () => {
      const { email } = await signInAs(server);
      const took: Record<string, number[]> = { known: [], unknown: [] };
      const texts = new Set<string>();
      for (let n = 0; n < 5; n++) {
        for (const [kind, address] of [
          ['known', email],
          ['unknown', `nobody${n}@example.com`],
        ] as const) {
          const began = performance.now();
          const answer = await signIn(address, 'not the password');
          took[kind]!.push(performance.now() - began);
          assertError(answer, 401, 'sign_in_failed');
          assert.equal(answer.headers.get('set-cookie'), null);
          texts.add(answer.text);
        }
      }
      assert.equal(texts.size, 1);
      const least = (times: number[]) => Math.min(...times);
      const ratio = least(took['unknown']!) / least(took['known']!);
      if (ratio < 0.5 || ratio > 2) throw new TooSlow(`the ratio is ${ratio}`);
    },
  );

  test('an invalid sign-in is refused field by field', async () => {
    const wrong: [unknown, string[]][] = [
      [{}, ['email', 'password']],
      [{ email: 'x', password }, ['email']],
      [{ email: 'a@example.com', password: 1 }, ['password']],
      [{ email: 'a@example.com', password, remember: true }, ['remember']],
    ];
    for (const [body, fields] of wrong) {
      assertRefused(await post('/v1/app/sign-in', body, fromElsewhere()), ...fields);
    }
    assertRefused(await post('/v1/app/sign-in?next=/', { email: 'a@b.nl', password }), 'next');
    const key = await server.createKey();
    assertError(await call(server, '/v1/app/session', { key }), 403);
  });

  test('guessing is blocked after ten failures, for the guesser only', async () => {
    const me = await signInAs(server);
    const guesser = fromElsewhere();
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => signIn(me.email, `guess number ${n}`, guesser)),
    );
    const statuses = guesses.map(({ status }) => status).toSorted();
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429, 429]);
    const refused = await signIn(me.email, password, guesser);
    assertError(refused, 429);
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal((await signIn(me.email, password)).status, 200);
    assert.equal((await me.call('/v1/app/session')).status, 200);
  });

  test('one address gets sixty attempts a minute, whatever it tries', async () => {
    const { email } = await signInAs(server);
    const headers = fromElsewhere();
    const ask = () => post('/v1/app/password-reset', { email: 'nobody@example.com' }, headers);
    const answers: Answer[] = [];
    for (let n = 0; n < 61; n++) answers.push(await ask());
    assert.deepEqual(
      answers.map(({ status }) => status),
      [...Array.from({ length: 60 }, () => 202), 429],
    );
    assertError(await signIn(email, password, headers), 429);
  });

  test('a session cookie works like a key, and names the member', async () => {
    const me = await signInAs(server, { role: 'member' });
    const lead = await me.call('/v1/api/leads', { body: { customerName: 'Jan', title: 'Tap' } });
    assert.equal(lead.status, 201, lead.text);
    assert.equal(lead.body.createdBy, me.accountId);
    const path = `/v1/api/work-items/${lead.body.id}`;
    const patched = await me.call(path, { method: 'PATCH', body: { notes: 'Called' } });
    assert.equal(patched.body.updatedBy, me.accountId);
    const owner = await signInAs(server, { brandId: me.brandId });
    const { data } = (await owner.call(`${path}/history`)).body;
    for (const { actor, actorId } of data) {
      assert.deepEqual([actor, actorId], ['member', me.accountId]);
    }
    assert.equal(data.length, 2);
    // The brand's request log has the request, without a key.
    const logged = `/v1/api/requests/${lead.headers.get('x-request-id')}`;
    await eventually(async () => (await owner.call(logged)).status === 200);
    const { keyId, memberId } = (await owner.call(logged)).body;
    assert.deepEqual([keyId, memberId], [null, me.accountId]);
    assert.equal((await owner.call('/v1/api/key')).status, 404);
  });

  test('with a key and a cookie the key is used', async () => {
    const me = await signInAs(server);
    const other = await server.createKey();
    const made = await createLead(server, other, {}, { cookie: me.cookie });
    assert.equal(made.status, 201);
    assert.notEqual(made.body.brandId, me.brandId);
    assert.equal(made.body.createdBy, null);
    assertError(await me.call('/v1/api/leads', { key: 'wrong' }), 401);
    assertError(await me.call('/v1/app/session', { key: other }), 403, 'members_only');
  });

  test('a member has the scopes of the role', async () => {
    const me = await signInAs(server, { role: 'member' });
    for (const path of ['leads', 'work-items', 'customers', 'address', 'calendar-links']) {
      assert.equal((await me.call(`/v1/api/${path}`)).status, 200, path);
    }
    for (const path of ['webhooks', 'requests']) {
      assertError(await me.call(`/v1/api/${path}`), 403);
    }
    const owner = await signInAs(server, { brandId: me.brandId });
    for (const path of ['webhooks', 'calendar-links', 'requests']) {
      assert.equal((await owner.call(`/v1/api/${path}`)).status, 200, path);
    }
  });

  test('signing out ends the session and clears the cookie', async () => {
    const me = await signInAs(server);
    const out = await me.call('/v1/app/sign-out', { method: 'POST' });
    assert.equal(out.status, 204);
    assert.match(out.headers.get('set-cookie') ?? '', /^__Host-vakwerk=; .*Max-Age=0$/);
    assertError(await me.call('/v1/app/session'), 401, 'not_signed_in');
    assertError(await me.call('/v1/api/leads'), 401);
    assert.equal((await me.call('/v1/app/sign-out', { method: 'POST' })).status, 204);
    for (const cookie of ['__Host-vakwerk=', '__Host-vakwerk=x', 'vakwerk=x', '']) {
      assertError(await session(cookie), 401);
    }
    // Guessing session cookies is limited too.
    const guesser = { ...fromElsewhere(), cookie: `__Host-vakwerk=${'a'.repeat(43)}` };
    const guesses: number[] = [];
    for (let n = 0; n < 61; n++) guesses.push((await post('/v1/app/sign-out', {}, guesser)).status);
    assert.deepEqual(guesses, [...Array.from({ length: 60 }, () => 204), 429]);
  });

  test('signing in again in the same browser ends the earlier session', async () => {
    const [me, other] = [await signInAs(server), await signInAs(server)];
    const again = await signIn(me.email, password, { ...fromElsewhere(), cookie: me.cookie });
    const anew = signedIn(server, again);
    assertError(await me.call('/v1/app/session'), 401);
    assert.equal((await anew.call('/v1/app/sessions')).body.data.length, 1);
    // Signing in does not end another account's session.
    await signIn(me.email, password, { ...fromElsewhere(), cookie: other.cookie });
    assert.equal((await other.call('/v1/app/session')).status, 200);
  });

  test('sessions are listed and ended one by one or all but this one', async () => {
    const me = await signInAs(server);
    const agent = { 'user-agent': 'Phone of Piet' };
    const others = [];
    for (let n = 0; n < 3; n++) {
      const answer = await signIn(me.email, password, { ...fromElsewhere(), ...agent });
      others.push(signedIn(server, answer));
    }
    const { data } = (await me.call('/v1/app/sessions')).body;
    assert.equal(data.length, 4);
    assert.deepEqual(Object.keys(data[0]), [
      'id',
      'isCurrent',
      'createdAt',
      'lastUsedAt',
      'userAgent',
      'address',
    ]);
    assert.equal(data.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent).length, 1);
    assert.equal(data[0].userAgent, 'Phone of Piet');
    assert.equal(data[0].address, `192.0.2.${addresses}`);

    assert.equal((await others[0]!.call('/v1/app/session')).status, 200);
    const { sessionId } = (await others[0]!.call('/v1/app/session')).body;
    const stranger = await signInAs(server);
    const path = `/v1/app/sessions/${sessionId}`;
    assertError(await stranger.call(path, { method: 'DELETE' }), 404);
    assert.equal((await me.call(path, { method: 'DELETE' })).status, 204);
    assertError(await others[0]!.call('/v1/app/session'), 401);
    assertError(await me.call(path, { method: 'DELETE' }), 404);

    assert.equal((await me.call('/v1/app/sessions', { method: 'DELETE' })).status, 204);
    for (const other of others) assertError(await other.call('/v1/app/session'), 401);
    assert.equal((await me.call('/v1/app/session')).status, 200);
  });

  test('a session unused for a month expires, and is deleted', async () => {
    const me = await signInAs(server);
    const monthAgo = Date.now() - 31 * 24 * 60 * 60 * 1000;
    await server.withDatabase((db) =>
      db.run('update sessions set last_used_at = ? where account_id = ?', monthAgo, me.accountId),
    );
    // Evicts the cached session, as a restart would.
    await signInAs(server).then((other) => other.call('/v1/app/sign-out', { method: 'POST' }));
    assertError(await me.call('/v1/app/session'), 401);
    const left = await server.withDatabase(async (db) => {
      while (await sweep(db, null, systemContext()));
      return db.all('select id from sessions where account_id = ?', me.accountId);
    });
    assert.deepEqual(left, []);
  });

  test('members change their own name, language and password', async () => {
    const me = await signInAs(server);
    const other = signedIn(server, await signIn(me.email, password));
    const body = { name: 'Anna de Boer', language: 'en' };
    const patched = await me.call('/v1/app/account', { method: 'PATCH', body });
    assert.deepEqual(
      [patched.body.account.name, patched.body.account.language],
      Object.values(body),
    );
    for (const wrong of [{ name: '' }, { language: 'fr' }, { email: 'new@example.com' }]) {
      const answer = await me.call('/v1/app/account', { method: 'PATCH', body: wrong });
      assertRefused(answer, Object.keys(wrong)[0]!);
    }
    const change = (currentPassword: string, newPassword: string) =>
      me.call('/v1/app/account/password', {
        body: { currentPassword, newPassword },
        headers: fromElsewhere(),
      });
    const fresh = '  another long secret  ';
    assertError(await change('not the password', fresh), 403);
    assertRefused(await change(password, 'short'), 'newPassword');
    assertRefused(await change(password, me.email.toUpperCase()), 'newPassword');
    assert.equal((await change(password, fresh)).status, 204);
    assert.equal((await me.call('/v1/app/session')).status, 200);
    assertError(await other.call('/v1/app/session'), 401);
    assertError(await signIn(me.email, password), 401);
    assertError(await signIn(me.email, fresh.trim()), 401);
    assert.equal((await signIn(me.email, fresh)).status, 200);
  });

  test('a password hashed with other parameters is rehashed at sign-in', async () => {
    const me = await signInAs(server);
    const weaker =
      '$argon2id$v=19$m=64,t=1,p=1$AAECAwQFBgcICQoLDA0ODw$' +
      (await import('node:crypto'))
        .argon2Sync('argon2id', {
          message: password,
          nonce: Buffer.from([...Array(16).keys()]),
          parallelism: 1,
          tagLength: 32,
          memory: 64,
          passes: 1,
        })
        .toString('base64')
        .replace(/=+$/, '');
    const stored = () =>
      server.withDatabase(async (db) => {
        const found = await db.first<{ hash: string }>(
          'select password_hash as hash from accounts where id = ?',
          me.accountId,
        );
        return found!.hash;
      });
    await server.withDatabase((db) =>
      db.run('update accounts set password_hash = ? where id = ?', weaker, me.accountId),
    );
    assert.equal((await signIn(me.email, password)).status, 200);
    assert.match(await stored(), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.equal((await signIn(me.email, password)).status, 200);
  });

  test('unknown paths have the same error form', async () => {
    assertError(await call(server, '/v1/app'), 404);
    assertError(await call(server, '/v1/app/nothing'), 404, 'route_not_found');
    const wrongMethod = await call(server, '/v1/app/sign-in', { method: 'PUT' });
    assertError(wrongMethod, 405);
    assert.equal(wrongMethod.headers.get('allow'), 'POST');
    assertError(await call(server, '/v1/app/session'), 401);
  });

  test('each member has their own rate limit', async (t) => {
    const limited = await start({ env: { RATE_LIMIT_PER_MINUTE: '3' } });
    t.after(() => limited.stop());
    const [me, other] = [await signInAs(limited), await signInAs(limited)];
    const statuses = [];
    for (const path of ['/v1/app/session', '/v1/api/leads', '/v1/app/people', '/v1/api/leads']) {
      statuses.push((await me.call(path)).status);
    }
    assert.deepEqual(statuses, [200, 200, 200, 429]);
    const { headers } = await other.call('/v1/api/leads');
    assert.match(headers.get('ratelimit') ?? '', /^"default";r=2;/);
  });
});
