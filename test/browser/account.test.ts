// Where somebody is signed in, and with what: both can be taken away by a click.
// On a server of its own: browsers have no passkeys for bare addresses.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { addAuthenticator, openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { call } from '../support/call.ts';
import { freePort } from '../support/free-port.ts';
import { startServer, type TestServer } from '../support/server.ts';
import {
  passwordOfTests,
  samePage,
  type SignedIn,
  signedIn,
  signInAs,
} from '../support/sign-in.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

let server: TestServer;
let browser: TestBrowser;

before(async () => {
  const port = await freePort();
  // Browsers have no passkeys for bare addresses.
  const url = `http://localhost:${port}`;
  const env = { PORT: String(port), PUBLIC_URL: url };
  [server, browser] = await Promise.all([startServer({ env }), openBrowser()]);
  server = { ...server, url };
});

after(async () => {
  try {
    await browser?.close();
  } finally {
    await server?.stop();
  }
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('another browser is signed out by a click, and is out at its next step', async () => {
  const me = await somebody();
  await me.call('/v1/api/leads', { body: { customerName: 'Jan', title: 'Mine to see' } });
  const onIPhone = await signInFrom(me, iPhone);
  const here = await signInByForm(me);
  const there = await browser.page(server, { viewport: phone });
  // Nobody tells this one that it is out.
  await there.route('**/v1/app/stream?*', () => {});
  await signInByForm(me, there);
  await there.getByRole('link', { name: 'Mine to see' }).waitFor();

  await here.goto('/settings/account');
  const out = here.getByRole('button', { name: 'Sign out Chrome on Linux' });
  await here.getByText('This device', { exact: true }).waitFor();
  // The one that stands here has no button; the first of all was made by a program.
  await here.getByRole('button', { name: 'Sign out Safari on iPhone' }).waitFor();
  await here.getByRole('button', { name: 'Sign out Unknown browser' }).waitFor();
  assert.equal(await out.count(), 1);
  await out.click();
  await out.waitFor({ state: 'detached' });

  await there.getByRole('link', { name: 'Customers' }).tap();
  await heading(there, 'Sign in').waitFor();
  assert.doesNotMatch(await there.content(), /Mine to see/);
  await there.goto('/leads');
  await heading(there, 'Sign in').waitFor();
  assert.equal((await onIPhone.call('/v1/app/session')).status, 200);
  await here.reload();
  await here.getByText('This device', { exact: true }).waitFor();
  // The way back in leads to where it was.
  await signInByForm(me, there, '/leads');
  await there.getByRole('link', { name: 'Mine to see' }).waitFor();
  await Promise.all([here, there].map((one) => one.context().close()));
});

test('all others are signed out by one click; who looks at the board sees it by itself', async () => {
  const me = await somebody();
  const onIPhone = await signInFrom(me, iPhone);
  const there = await signInByForm(me);
  const here = await signInByForm(me);
  await here.goto('/settings/account');
  await here.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await heading(there, 'Sign in').waitFor();
  for (const one of [me, onIPhone]) {
    assert.equal((await one.call('/v1/app/session')).status, 401);
  }
  const button = here.getByRole('button', { name: /^Sign out (everywhere|Safari|Chrome)/ });
  await button.first().waitFor({ state: 'detached' });
  await here.getByText('This device', { exact: true }).waitFor();
  await Promise.all([here, there].map((one) => one.context().close()));
});

test('a passkey that was removed opens nothing any more', async () => {
  const { page } = await browser.signedInPage(server, { name: 'Olga' });
  await addAuthenticator(page);
  await page.goto('/settings/account');
  await page.getByLabel('Name of this device').fill('My phone');
  await page.getByLabel('Your password').fill(passwordOfTests);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const remove = page.getByRole('button', { name: 'Remove passkey “My phone”' });
  await remove.waitFor();
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Olga' }).waitFor();

  await page.goto('/settings/account');
  await page.getByText(/last used/).waitFor();
  await remove.click();
  const dialog = page.getByRole('dialog', { name: 'Remove passkey “My phone”?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await remove.click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await remove.waitFor({ state: 'detached' });
  await page.getByText('You have no passkeys yet.').waitFor();
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('This passkey does not work here.').waitFor();
  await heading(page, 'Sign in').waitFor();
  assert.deepEqual(await page.context().cookies(), []);
});

/** Who came in by a program, and reads English. */
async function somebody(): Promise<SignedIn> {
  const me = await signInAs(server);
  await me.call('/v1/app/account', { method: 'PATCH', body: { language: 'en' } });
  return me;
}

/** In a browser of its own unless there is one. */
async function signInByForm(me: SignedIn, asked?: Page, path = '/leads'): Promise<Page> {
  const page = asked ?? (await browser.page(server));
  await page.goto(path);
  await page.getByLabel('E-mail address').fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill(passwordOfTests);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await heading(page, 'Leads').waitFor();
  return page;
}

async function signInFrom({ email }: SignedIn, userAgent: string): Promise<SignedIn> {
  const answer = await call(server, '/v1/app/sign-in', {
    body: { email, password: passwordOfTests },
    headers: { ...samePage, 'user-agent': userAgent },
  });
  return signedIn(server, answer);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Olga' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await heading(page, 'Sign in').waitFor();
}
