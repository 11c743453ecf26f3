// Invitations and password links by mail, to a real mail server. Own servers: they send mail.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makePasswordLink } from '#actions/accounts/account-links.ts';
import { systemContext } from '#runner/system-context.ts';
import { call } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { freePort } from '../support/free-port.ts';
import {
  mailAuthorityFile,
  type MailServer,
  plainText,
  type ReceivedMail,
  startMailServer,
} from '../support/mail-server.ts';
import type { TestServer } from '../support/server.ts';
import {
  passwordOfTests as password,
  samePage,
  type SignedIn,
  signedIn,
  signInAs,
} from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

withEachDatabase('mail', (start) => {
  let server: TestServer;
  let mail: MailServer;
  before(async () => {
    const account = { name: 'canary@example.com', password: 'canaryOfMail' };
    mail = await startMailServer({ encryption: 'at once', account });
    const port = await freePort();
    const env = {
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtps://canary%40example.com:canaryOfMail@127.0.0.1:${mail.port}`,
      NODE_EXTRA_CA_CERTS: mailAuthorityFile,
      MAIL_FROM: 'Vakwerk <hello@example.com>',
      LOG_LEVEL: 'trace',
    };
    server = await start({ env });
  });
  after(async () => {
    await server?.stop();
    await mail?.close();
  });

  const tokenIn = ({ raw }: ReceivedMail) => /\/welcome\/([\w-]+)\s/.exec(plainText(raw))![1]!;
  const mailTo = async (email: string): Promise<ReceivedMail> => {
    const found = () => mail.mails.findLast(({ to }) => to.includes(email));
    await eventually(async () => found() !== undefined);
    return found()!;
  };
  const askForPassword = (email: string) =>
    call(server, '/v1/app/password-reset', { body: { email }, headers: samePage });

  test('the sign-in page may offer a link by mail', async () => {
    const { body } = await call(server, '/v1/app/password-reset');
    assert.deepEqual(body, { canMail: true });
  });

  test('an invitation arrives, in the brand’s language, with a working link', async () => {
    const owner = await signInAs(server);
    await owner.call('/v1/app/brand', {
      method: 'PATCH',
      body: { name: 'Jansen\tBcc: evil@example.com\u2028X: y' },
    });
    const email = 'invited@example.com';
    const invite = () => owner.call('/v1/app/invitations', { body: { email, role: 'member' } });
    const { status, body } = await invite();
    assert.deepEqual([status, body.isMailed], [201, true]);
    const received = await mailTo(email);
    assert.deepEqual([received.from, received.to], ['hello@example.com', [email]]);
    const header = received.raw.split('\r\n\r\n')[0]!;
    const names = header.split(/\r\n(?!\s)/).map((line) => line.split(':')[0]!.toLowerCase());
    const fields = new Set(names);
    assert.ok(!fields.has('bcc') && !fields.has('x'), header);
    assert.match(header, /^Subject: Uitnodiging voor Jansen/m);
    assert.match(plainText(received.raw), /zeven dagen geldig/);
    // Only the mail holds the token that proves the address.
    const shown = body.url.slice(`${server.url}/welcome/`.length);
    assert.match(shown, /^[\w-]{43}$/);
    assert.match(tokenIn(received), new RegExp(`^${shown}[\\w-]{43}$`));
    const path = `/v1/app/links/${tokenIn(received)}`;
    const invited = await call(server, path, { body: { password }, headers: samePage });
    signedIn(server, invited);
    assert.equal(invited.body.account.isEmailProven, true);
  });

  test('the owner of a mailbox reclaims an account from a squatter', async () => {
    const email = 'victim@example.com';
    const inviteTo = async (owner: SignedIn) => {
      const body = { email, role: 'member' };
      const { url } = (await owner.call('/v1/app/invitations', { body })).body;
      return `/v1/app/links/${url.split('/').at(-1)}`;
    };
    const open = (path: string, body: object) => call(server, path, { body, headers: samePage });
    const read = async (path: string) => {
      const { hasAccount, needsPassword } = (await call(server, path)).body;
      return [hasAccount, needsPassword];
    };
    // An owner uses the link meant for another person.
    const [first, second, third] = [
      await signInAs(server),
      await signInAs(server),
      await signInAs(server),
    ];
    const squatted = await open(await inviteTo(first), { password, name: 'Squatter' });
    const squatter = signedIn(server, squatted);
    assert.equal(squatted.body.account.isEmailProven, false);
    const isProvenIn = async (owner: SignedIn) =>
      (await owner.call('/v1/app/members')).body.data.find(
        (member: { email: string }) => member.email === email,
      ).isEmailProven;
    assert.equal(await isProvenIn(first), false);

    const shown = await inviteTo(second);
    assert.deepEqual(await read(shown), [true, true]);
    assert.deepEqual(await read(shown + 'A'.repeat(43)), [true, true]);
    const forged = await open(shown + 'A'.repeat(43), { password: 'not the password' });
    assert.equal(forged.status, 401, forged.text);
    const received = `/v1/app/links/${tokenIn(await mailTo(email))}`;
    assert.notEqual(received, shown);
    assert.deepEqual(await read(received), [false, true]);
    const mine = { password: 'the secret of the victim', name: 'Vera' };
    const opened = await open(received, mine);
    const victim = signedIn(server, opened);
    assert.deepEqual([victim.accountId, victim.brandId], [squatter.accountId, second.brandId]);
    const { name, isEmailProven } = opened.body.account;
    assert.deepEqual([name, isEmailProven], ['Vera', true]);
    assert.equal((await squatter.call('/v1/app/session')).status, 401);
    const signIn = (typed: string) => open('/v1/app/sign-in', { email, password: typed });
    assert.equal((await signIn(password)).status, 401);
    assert.equal((await signIn(mine.password)).status, 200);
    assert.deepEqual([await isProvenIn(first), await isProvenIn(second)], [true, true]);

    // From then on a mailed link sets the password, like any other.
    await inviteTo(third);
    const later = `/v1/app/links/${tokenIn(await mailTo(email))}`;
    assert.deepEqual(await read(later), [true, true]);
    assert.equal((await open(later, { password })).status, 401);
    signedIn(server, await open(later, { password: mine.password }));
  });

  test('the password of an unconfirmed account joins with it, and confirms the address', async () => {
    const me = await signInAs(server, { email: 'has-one@example.com', name: 'Hans' });
    const owner = await signInAs(server);
    const body = { email: me.email, role: 'member' };
    await owner.call('/v1/app/invitations', { body });
    const path = `/v1/app/links/${tokenIn(await mailTo(me.email))}`;
    const typed = { password, name: 'Somebody else' };
    const opened = await call(server, path, { body: typed, headers: samePage });
    const joined = signedIn(server, opened);
    assert.deepEqual([joined.accountId, joined.brandId], [me.accountId, owner.brandId]);
    const { name, isEmailProven } = opened.body.account;
    assert.deepEqual([name, isEmailProven], ['Hans', true]);
    // An earlier session may belong to somebody who took the address, so it must sign in again.
    assert.equal((await me.call('/v1/app/session')).status, 401);
  });

  test('a signed-in person confirms the address by a mailed link and stays signed in', async () => {
    const me = await signInAs(server, { email: 'confirms@example.com' });
    const owner = await signInAs(server);
    const body = { email: me.email, role: 'member' };
    await owner.call('/v1/app/invitations', { body });
    const path = `/v1/app/links/${tokenIn(await mailTo(me.email))}`;
    assert.equal((await me.call(path)).body.needsPassword, false);
    assert.equal((await me.call('/v1/app/session')).body.account.isEmailProven, false);
    const joined = await me.call(path, { body: {} });
    assert.deepEqual([joined.status, joined.body.account.isEmailProven], [200, true]);
    const answer = await call(server, '/v1/app/sign-in', {
      body: { email: me.email, password },
      headers: samePage,
    });
    assert.equal(answer.status, 200);
  });

  test('a busy mail server is retried once; a refusal is reported', async () => {
    const owner = await signInAs(server);
    const invite = async (email: string) =>
      (await owner.call('/v1/app/invitations', { body: { email, role: 'member' } })).body.isMailed;
    mail.answerNext('RCPT', '451 later');
    assert.equal(await invite('later@example.com'), true);
    mail.answerNext('RCPT', '550 <never@example.com> is unknown');
    assert.equal(await invite('never@example.com'), false);
    await eventually(async () => server.output().includes('a mail was not sent'));
    assert.doesNotMatch(server.output(), /never@example\.com/);
    mail.answerNext('AUTH', '535 canary@example.com is unknown');
    assert.equal(await invite('locked-out@example.com'), false);
    await eventually(async () => /user and password of SMTP_URL/.test(server.output()));
  });

  test('a forgotten password gets a link, in the member’s language; a stranger gets none', async () => {
    const me = await signInAs(server, { email: 'forgetful@example.com' });
    await me.call('/v1/app/account', { method: 'PATCH', body: { language: 'en' } });
    for (const email of ['nobody@example.com', 'Forgetful@Example.com']) {
      const answer = await askForPassword(email);
      assert.deepEqual([answer.status, answer.text], [202, '{}']);
    }
    const received = await mailTo('forgetful@example.com');
    assert.match(received.raw, /^Subject: New password/m);
    const path = `/v1/app/links/${tokenIn(received)}`;
    const body = { password: 'the secret after the mail' };
    const opened = await call(server, path, { body, headers: samePage });
    assert.equal(signedIn(server, opened).accountId, me.accountId);
    assert.equal(opened.body.account.isEmailProven, true);
    assert.ok(!mail.mails.some(({ to }) => to.includes('nobody@example.com')));
  });

  test('mails per account are limited, and requested links void no others', async () => {
    const { email: emailKey } = await signInAs(server, { email: 'flooded@example.com' });
    const printed = await server.withDatabase((db) =>
      makePasswordLink(db, { emailKey }, systemContext()),
    );
    for (let n = 0; n < 8; n++) await askForPassword('flooded@example.com');
    await signInAs(server, { email: 'after@example.com' });
    await askForPassword('after@example.com');
    await mailTo('after@example.com');
    const count = () => mail.mails.filter(({ to }) => to.includes('flooded@example.com')).length;
    await eventually(async () => count() === 2);
    assert.equal((await call(server, `/v1/app/links/${printed!.token}`)).status, 200);
  });

  test('a failed mail does not count towards the limit', async () => {
    const { email } = await signInAs(server, { email: 'unreachable@example.com' });
    const refused = () => server.output().split('a mail was not sent').length;
    for (let n = 0; n < 3; n++) {
      const before = refused();
      mail.answerNext('RCPT', '550 not now');
      await askForPassword(email);
      await eventually(async () => refused() > before);
    }
    await askForPassword(email);
    const path = `/v1/app/links/${tokenIn(await mailTo(email))}`;
    assert.equal((await call(server, path)).body.purpose, 'password');
  });

  test('no address, name, password or token reaches the log', async () => {
    const me = await signInAs(server, { email: 'canaryEmail@example.com', name: 'canaryName' });
    const post = (path: string, body: object, headers = {}) =>
      call(server, path, { body, headers: { ...samePage, ...headers } });
    const email = 'canaryStranger@example.com';
    await post('/v1/app/sign-in', { email, password: 'canaryPassword' });
    await post('/v1/app/sign-in', { email: me.email, password: 'canaryPassword' });
    await post('/v1/app/sign-in?canaryParameter=1', { email: 'canaryWrong', canaryField: 1 });
    await call(server, '/v1/app/sign-in', { rawBody: '{"password":"canaryRaw', headers: samePage });
    await post('/v1/app/password-reset', { email: me.email });
    const token = tokenIn(await mailTo(me.email));
    await call(server, `/v1/app/links/${token}`);
    await post(`/v1/app/links/${token}`, { password: 'canaryShort'.slice(0, 9) });
    await post(`/v1/app/links/${'canaryToken'.padEnd(43, 'x')}`, {});
    await post('/v1/app/sign-in', {}, { cookie: '__Host-vakwerk=canaryCookie' });
    await me.call('/v1/app/invitations', { body: { email, role: 'member' } });
    await me.call(`/v1/app/members/canaryMember`, { method: 'DELETE' });
    const last = await me.call('/v1/app/session', { headers: { 'user-agent': 'canaryAgent' } });
    const lastId = last.headers.get('x-request-id')!;
    await eventually(async () => server.output().includes(lastId));
    for (const secret of ['canary', token, me.cookie.split('=')[1]!, password]) {
      assert.ok(!server.output().toLowerCase().includes(secret.toLowerCase()), secret);
    }
    // The log identifies requests by ids.
    assert.ok(server.output().includes(me.accountId));
  });
});
