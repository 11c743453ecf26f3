// Signing in and out, switching brands, and the list of sessions. Own server: it sends mail and has
// a host name, because browsers offer no passkeys on bare IP addresses.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import {
  addAuthenticator,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { call } from '../support/call.ts';
import { freePort } from '../support/free-port.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import {
  invitationTo,
  passwordOfTests,
  samePage,
  type SignedIn,
  signedIn,
  signInAs,
} from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const email = 'olga@example.com';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

let password = 'the first long secret';
let mail: MailServer;
let server: TestServer;
let browser: TestBrowser;
let page: Page;

before(async () => {
  const [port, started] = await Promise.all([freePort(), startMailServer()]);
  mail = started;
  const env = {
    PORT: port,
    // Browsers offer no passkeys on bare IP addresses.
    PUBLIC_URL: `http://localhost:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'Vakwerk <hello@example.com>',
  };
  [server, browser] = await Promise.all([startServer({ env }), openBrowser()]);
  page = await browser.page(server);
});

after(async () => {
  try {
    await browser?.close();
  } finally {
    await server?.stop();
    await mail?.close();
  }
});

const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const account = () => page.getByRole('banner').getByRole('button', { name: 'Olga' });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const headingOn = (where: Page, name: string) => where.getByRole('heading', { level: 1, name });

async function choose(name: string): Promise<void> {
  await account().click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

async function signOut(): Promise<void> {
  await choose('Sign out');
  await heading('Sign in').waitFor();
  // The next person starts with a clean form.
  assert.equal(new URL(page.url()).search, '');
}

async function signIn(secret: string): Promise<void> {
  await fill('E-mail address', email);
  await fill('Password', secret);
  await press('Sign in');
}

test('the link of the first start makes its reader the owner, once', async () => {
  const link = /http\S+\/welcome\/\S+/.exec(server.output())![0];
  const shown = await page.goto(link);
  // Otherwise every file the page loads would leak the token in its `Referer`.
  assert.equal(shown!.headers()['referrer-policy'], 'no-referrer');
  await fill('E-mail address', email);
  await fill('Your name', 'Olga');
  await fill('New password', 'too short');
  await page.keyboard.press('Tab');
  const eye = page.getByRole('button', { name: 'Show password', exact: true });
  await eye.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('[name=password]').getAttribute('type'), 'text');
  await press('Start');
  await page.getByRole('alert').waitFor();
  await fill('New password', password);
  await press('Start');
  await heading('Leads').waitFor();
  assert.equal(new URL(page.url()).pathname, '/leads');

  const other = await browser.page(server);
  await other.goto(link);
  await other.getByRole('alert').waitFor();
  await other.getByRole('link', { name: 'Request new password' }).waitFor();
  assert.equal(await other.getByRole('button', { name: 'Start' }).count(), 0);
  await other.context().close();
});

/** The cookie that marks a known browser stays. */
async function sessionCookies(of = page) {
  const cookies = await of.context().cookies();
  return cookies.filter(({ name }) => !name.endsWith('vakwerk-device'));
}

test('after signing out the cookie is invalid, and going back shows nothing', async () => {
  await page.getByRole('link', { name: 'Customers' }).click();
  await heading('Customers').waitFor();
  const [cookie] = await sessionCookies();
  await signOut();
  assert.deepEqual(await sessionCookies(), []);
  const headers = { cookie: `${cookie!.name}=${cookie!.value}` };
  assert.equal((await call(server, '/v1/app/session', { headers })).status, 401);
  await page.goBack();
  await heading('Sign in').waitFor();
});

test('a wrong password is refused; the right one leads to the requested page', async () => {
  await page.goto('/customers?q=Jan+%26+Zn');
  await heading('Sign in').waitFor();
  await signIn('not the right secret');
  await page.getByRole('alert').waitFor();
  await heading('Sign in').waitFor();
  assert.deepEqual(await sessionCookies(), []);
  await signIn(password);
  await heading('Customers').waitFor();
  assert.equal(await page.getByRole('searchbox').inputValue(), 'Jan & Zn');
  await page.getByRole('link', { name: 'Customers' }).click();
  const [cookie] = await sessionCookies();
  const { name, httpOnly, secure, sameSite } = cookie!;
  assert.deepEqual([name, httpOnly, secure, sameSite], ['__Host-vakwerk', true, true, 'Lax']);
});

test('an invitation adds a brand, and after a switch nothing of the other one is shown', async () => {
  const made = await page.evaluate<number>(`
    fetch('/v1/api/leads', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customerName: 'First Femke', title: 'Of the first brand' }),
    }).then(({ status }) => status)`);
  assert.equal(made, 201);
  await page.getByRole('link', { name: 'First Femke' }).waitFor();
  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  await page.getByRole('link', { name: 'Of the first brand' }).waitFor();
  const first = await page.getByRole('banner').locator('.shell-brand').innerText();

  const { id: brandId } = await server.createBrand({ name: 'Second brand' });
  const token = await invitationTo(server, { brandId, role: 'member', email });
  await goWithin(page, `/welcome/${token}`);
  await page.getByText('You have been invited to Second brand.').waitFor();
  // A signed-in member needs no password.
  await press('Start');
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor();

  await choose(`Switch to ${first}`);
  await page.getByRole('link', { name: 'Of the first brand' }).waitFor();
  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByRole('link', { name: 'First Femke' }).waitFor();

  await choose('Switch to Second brand');
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
  await page.getByRole('banner').getByText('Second brand').waitFor();
  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByRole('heading', { name: 'No customers yet' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'No customers yet' }).waitFor();
  assert.doesNotMatch(await page.content(), /First Femke|Of the first brand/);
});

test('a forgotten password is reset by mail, and the old one stops working', async () => {
  await signOut();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await fill('E-mail address', email);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/links|password-reset/.test(request.url()) && request.method() === 'POST') {
      sent.push(new URL(request.url()).pathname.split('/')[3]!);
    }
  });
  // Some people tap twice, to be sure.
  await page.getByRole('button', { name: 'Send link' }).dblclick();
  await page.getByText('a link is on its way').waitFor();
  await eventually(async () => mail.mails.length === 1);
  const [{ to, raw }] = mail.mails as [(typeof mail.mails)[0]];
  assert.deepEqual(to, [email]);
  // Quoted-printable breaks long lines with an equals sign.
  const link = /http\S+\/welcome\/[\w-]{43}/.exec(raw.replaceAll('=\r\n', ''))![0];
  await page.goto(link);
  const before = password;
  password = 'the second long secret';
  await fill('New password', password);
  await page.getByRole('button', { name: 'Start' }).dblclick();
  await heading('Leads').waitFor();
  assert.deepEqual(sent, ['password-reset', 'links']);

  await signOut();
  await signIn(before);
  await page.getByRole('alert').waitFor();
  await signIn(password);
  await heading('Leads').waitFor();
});

test('a passkey signs in without a password', async () => {
  await addAuthenticator(page);
  await goWithin(page, '/settings/account');
  await fill('Name of this device', 'My phone');
  await fill('Your password', password);
  await press('Add passkey');
  await page.getByRole('button', { name: 'Remove passkey “My phone”' }).waitFor();
  await signOut();
  await press('Sign in with a passkey');
  await account().waitFor();
  assert.notEqual(new URL(page.url()).pathname, '/sign-in');
});

test('another browser is signed out by a click, and notices on its next step', async () => {
  const me = await somebody();
  await me.call('/v1/api/leads', { body: { customerName: 'Jan', title: 'Mine to see' } });
  const onIPhone = await signInFrom(me, iPhone);
  const here = await signInByForm(me);
  const there = await browser.page(server, { viewport: phone });
  // This page gets no events, so it does not know that it is signed out.
  await there.route('**/v1/app/stream?*', () => {});
  await signInByForm(me, there);
  await there.getByRole('link', { name: 'Mine to see' }).waitFor();

  await goWithin(here, '/settings/account');
  const out = here.getByRole('button', { name: 'Sign out Chrome on Linux' });
  await here.getByText('This device', { exact: true }).waitFor();
  // The current session has no button; the first one was made by a script.
  await here.getByRole('button', { name: 'Sign out Safari on iPhone' }).waitFor();
  await here.getByRole('button', { name: 'Sign out Unknown browser' }).waitFor();
  assert.equal(await out.count(), 1);
  await out.click();
  await out.waitFor({ state: 'detached' });

  await there.getByRole('link', { name: 'Customers' }).tap();
  await headingOn(there, 'Sign in').waitFor();
  assert.doesNotMatch(await there.content(), /Mine to see/);
  await there.goto('/leads');
  await headingOn(there, 'Sign in').waitFor();
  assert.equal((await onIPhone.call('/v1/app/session')).status, 200);
  await here.reload();
  await here.getByText('This device', { exact: true }).waitFor();
  // Signing in again returns to the same page.
  await signInByForm(me, there, '/leads');
  await there.getByRole('link', { name: 'Mine to see' }).waitFor();
  await Promise.all([here, there].map((one) => one.context().close()));
});

test('all others are signed out by one click; an open board notices by itself', async () => {
  const me = await somebody();
  const onIPhone = await signInFrom(me, iPhone);
  const there = await signInByForm(me);
  const here = await signInByForm(me);
  await goWithin(here, '/settings/account');
  await here.getByRole('button', { name: 'Sign out of other devices' }).click();
  await headingOn(there, 'Sign in').waitFor();
  for (const one of [me, onIPhone]) {
    assert.equal((await one.call('/v1/app/session')).status, 401);
  }
  const button = here.getByRole('button', { name: /^Sign out (of other devices|Safari|Chrome)/ });
  await button.first().waitFor({ state: 'detached' });
  await here.getByText('This device', { exact: true }).waitFor();
  await Promise.all([here, there].map((one) => one.context().close()));
});

test('a removed passkey no longer signs in', async () => {
  const { page } = await browser.signedInPage(server, {
    name: 'Olga',
    path: '/settings/account',
    prepare: addAuthenticator,
  });
  await page.getByLabel('Name of this device').fill('My phone');
  await page.getByLabel('Your password').fill(passwordOfTests);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const remove = page.getByRole('button', { name: 'Remove passkey “My phone”' });
  await remove.waitFor();
  await signOutOf(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Olga' }).waitFor();

  await goWithin(page, '/settings/account');
  await page.getByText(/last used/).waitFor();
  await remove.click();
  const dialog = page.getByRole('dialog', { name: 'Remove passkey “My phone”?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await remove.click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await remove.waitFor({ state: 'detached' });
  await page.getByText('You have no passkeys yet.').waitFor();
  await signOutOf(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('This passkey does not work here.').waitFor();
  await headingOn(page, 'Sign in').waitFor();
  assert.deepEqual(await sessionCookies(page), []);
});

/** Signed in by a script, in English. */
async function somebody(): Promise<SignedIn> {
  const me = await signInAs(server);
  await me.call('/v1/app/account', { method: 'PATCH', body: { language: 'en' } });
  return me;
}

/** In a new browser context unless one is given. */
async function signInByForm(me: SignedIn, asked?: Page, path = '/leads'): Promise<Page> {
  const page = asked ?? (await browser.page(server));
  await page.goto(path);
  await page.getByLabel('E-mail address').fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill(passwordOfTests);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await headingOn(page, 'Leads').waitFor();
  return page;
}

async function signInFrom({ email }: SignedIn, userAgent: string): Promise<SignedIn> {
  const answer = await call(server, '/v1/app/sign-in', {
    body: { email, password: passwordOfTests },
    headers: { ...samePage, 'user-agent': userAgent },
  });
  return signedIn(server, answer);
}

async function signOutOf(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Olga' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await headingOn(page, 'Sign in').waitFor();
}
