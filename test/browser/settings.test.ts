// The settings, as owners and members use them.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import {
  addAuthenticator,
  assertAccessible,
  goWithin,
  openBrowser,
  type TestBrowser,
} from '../support/browser.ts';
import { call, createLead } from '../support/call.ts';
import { assertOnlyText, markup } from '../support/markup.ts';
import { sharedServer } from '../support/shared-server.ts';
import { passwordOfTests, type SignedIn, signInAs } from '../support/sign-in.ts';
import { type Receiver, startReceiver, verify } from '../support/webhook-receiver.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();

const canary = markup('text');

let receiver: Receiver;
let browser: TestBrowser;
let owner: SignedIn;
let page: Page;

before(async () => {
  receiver = await startReceiver({ isSecure: true, isShared: true });
  browser = await openBrowser();
  owner = await signInAs(server, { role: 'owner', name: 'Olga Owner' });
  // Far from the browser's time zone.
  const zone = { timeZone: 'Pacific/Auckland' };
  await owner.call('/v1/app/brand', { method: 'PATCH', body: zone });
  ({ page } = await browser.signedInPage(server, { member: owner, path: '/settings/keys' }));
});

after(async () => {
  try {
    await browser?.close();
  } finally {
    await receiver?.close();
  }
});

const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
const field = (name: string, within: Page | Locator = page) =>
  within.getByLabel(name, { exact: true });
const card = (name: string) => page.getByRole('article', { name, exact: true });
const says = (words: string | RegExp) => page.getByText(words).first().waitFor();
const confirm = (action: string) => button(action, page.getByRole('dialog')).click();

async function statusOf(key: string): Promise<number> {
  return (await createLead(server, key)).status;
}

async function refusedLead(key: string, body: object): Promise<string> {
  const { status, headers } = await call(server, '/v1/api/leads', { key, body });
  assert.equal(status, 400);
  const id = headers.get('x-request-id')!;
  await eventually(async () => (await owner.call(`/v1/api/requests/${id}`)).status === 200);
  return id;
}

test('a key is created, shown once, rotated with an overlap and revoked', async () => {
  const name = `Website ${canary}`;
  await says('No keys yet');
  await page.getByRole('link', { name: 'New key' }).click();
  await field('What is it for?').fill(name);
  await field('How long is it valid?').selectOption('30 days');
  await button('Create key').click();

  const shown = field('Key');
  const key = (await shown.textContent())!;
  assert.match(key, /^vk_[0-9A-Za-z]{38}$/);
  const curl = (await field('Try it in a terminal').textContent())!;
  assert.ok(curl.includes(`curl -X POST ${server.url}/v1/api/leads`), curl);
  assert.ok(curl.includes(key), curl);
  await assertAccessible(page);
  assert.equal(await statusOf(key), 201);
  assert.equal((await call(server, '/v1/api/leads', { key })).status, 403, 'it may only write');

  await button('Done').click();
  await shown.waitFor({ state: 'detached' });
  await assertOnlyText(page);
  const listed = (await card(name).textContent())!;
  assert.ok(!listed.includes(key));
  for (const part of [key.slice(0, 10), 'leads:write', 'Olga Owner', 'Active', 'Works until']) {
    assert.ok(listed.includes(part), `${part} is missing in ${listed}`);
  }

  await button('Replace', card(name)).click();
  await field('Keep the old key working for').selectOption('1 hour');
  await assertAccessible(page);
  await confirm('Replace');
  const successor = (await field('Key').textContent())!;
  assert.notEqual(successor, key);
  assert.deepEqual([await statusOf(key), await statusOf(successor)], [201, 201]);

  await button('Done').click();
  await says('Being replaced');
  const replacement = card(name).filter({ hasText: successor.slice(0, 10) });
  await button('Revoke', replacement).click();
  await confirm('Revoke');
  await replacement.waitFor({ state: 'detached' });
  assert.deepEqual([await statusOf(key), await statusOf(successor)], [201, 401]);
  await page.getByRole('switch', { name: 'Show expired and revoked keys' }).check();
  await replacement.getByText('Revoked').waitFor();
});

test('each scope of a key has its own checkbox', async () => {
  await goWithin(page, '/settings/keys/new');
  await field('What is it for?').fill('Bookkeeping');
  await page.getByRole('radio', { name: 'Custom' }).check();
  await page.getByRole('checkbox', { name: 'Submit and change leads' }).uncheck();
  assert.ok(await button('Create key').isDisabled());
  await page.getByRole('checkbox', { name: 'View customers' }).check();
  const without = page.getByRole('checkbox', { name: 'No personal data' });
  await page.getByRole('checkbox', { name: 'Create, change and merge customers' }).check();
  assert.ok(await without.isDisabled());
  await page.getByRole('checkbox', { name: 'Create, change and merge customers' }).uncheck();
  await without.check();
  await assertAccessible(page);
  await field('How long is it valid?').selectOption('Until a specific date');
  await field('Last day').fill('2099-07-31');
  await button('Create key').click();
  const key = (await field('Key').textContent())!;
  const { body } = await call(server, '/v1/api/key', { key });
  assert.deepEqual([body.scopes, body.personalData], [['customers:read'], false]);
  assert.equal(body.expiresAt, '2099-07-31T11:59:59.000Z', 'midnight of the business');
});

test('a webhook is created, tested, paused, resumed, and replays', async () => {
  await goWithin(page, '/settings/webhooks/new');
  receiver.behave('/hook', { body: canary });
  await field('Receiver URL').fill(receiver.url('/hook'));
  await field('What is it for?').fill('Planning');
  await page.getByRole('radio', { name: 'Only the events I tick' }).check();
  await button('Create webhook').click();
  const secret = (await field('Secret').textContent())!;
  await page.getByRole('link', { name: 'Webhook settings' }).click();

  await button('Send a test message').click();
  await says('Delivered: the response was 200.');
  const [ping] = await receiver.until('/hook', 1);
  verify(ping!, secret);
  assert.equal(ping!.event.type, 'ping');

  const isOn = page.getByRole('switch', { name: 'Send messages' });
  // Not `uncheck`, which expects the new state immediately: the page shows it a moment later.
  await isOn.click();
  await says('Paused');
  assert.equal(await isOn.isChecked(), false);
  await owner.call('/v1/api/leads', { body: { customerName: 'Waiting', title: canary } });
  await isOn.click();
  const [, waited] = await receiver.until('/hook', 2);
  assert.equal(waited!.event.type, 'lead.created');
  assert.ok(await isOn.isChecked());

  await field('Send everything again since').fill('2099-07-01T12:00');
  const [asked] = await Promise.all([
    page.waitForRequest('**/replay'),
    button('Send again', page.getByRole('region', { name: 'Test' })).click(),
  ]);
  assert.equal(asked.postDataJSON().since, '2099-07-01T00:00:00.000Z', 'noon of the business');
  await says('Nothing has happened since then.');

  const details = button(/^Details of New lead/);
  await details.click();
  await says(/Attempt 1, .*: delivered \(200\)/);
  const answer = page.getByRole('group', { name: 'Response to attempt 1' });
  assert.equal(await answer.textContent(), canary);
  await assertOnlyText(page);
  await assertAccessible(page);
  await button('Send again', page.getByRole('region', { name: /^Messages/ })).click();
  const [, , again] = await receiver.until('/hook', 3);
  assert.equal(again!.body, waited!.body);
});

test('a refused lead is found by its request id and rescued', async () => {
  const key = await server.createKey({ brandId: owner.brandId, scopes: ['leads:write'] });
  const sent = { naam: 'Rescued Rita', titel: canary, priority: 'Spoed', email: 'none' };
  const id = await refusedLead(key, sent);

  await goWithin(page, '/settings/requests');
  await field('Show').selectOption('Refused leads');
  await page.getByRole('link', { name: /Can be rescued/ }).waitFor();
  await field('Find by request ID').fill(` ${id} `);
  await button('Find').click();
  await says('customerName is required');
  assert.equal(await field('Full name').inputValue(), 'Rescued Rita');
  assert.equal(await field('Priority').inputValue(), 'urgent');
  // An error is shown at its field, unless the form has already corrected the value.
  await says('Enter a valid e-mail address');
  const wrong = page.locator('[aria-invalid=true]');
  assert.equal(await wrong.count(), 1);
  await field('E-mail address').fill('no address');
  assert.equal(await wrong.count(), 0);
  await button('Accept lead').click();
  await says('Enter a valid e-mail address');
  await field('E-mail address').fill('rita@example.com');
  assert.equal(await wrong.count(), 0);
  await button('Accept lead').click();

  const link = page.getByRole('link', { name: 'Open lead' });
  const address = (await link.getAttribute('href'))!;
  const [lead] = (await owner.call('/v1/api/leads?q=rita')).body.data;
  assert.equal(address, `/leads/${lead.id}`);
  assert.deepEqual(
    [lead.title, lead.priority, lead.customer.email],
    [canary, 'urgent', 'rita@example.com'],
  );
});

test('a webhook without personal data is created, and says so', async () => {
  await goWithin(page, '/settings/webhooks/new');
  await field('Receiver URL').fill('https://example.com/figures');
  await page.getByRole('checkbox', { name: 'No personal data' }).check();
  await assertAccessible(page);
  await button('Create webhook').click();
  await page.getByRole('link', { name: 'Webhook settings' }).click();
  await says(/names, contact details, photos and free text are left out/);
  await goWithin(page, '/settings/webhooks');
  await page.getByRole('link', { name: /figures.*No personal data/ }).waitFor();
  const { data } = (await owner.call('/v1/api/webhooks')).body;
  const made = data.find(({ url }: { url: string }) => url.endsWith('/figures'));
  assert.equal(made.personalData, false);
});

test('resources created while the dialog is open are shown before a member is removed', async () => {
  const { brandId } = owner;
  const leaver = await signInAs(server, { brandId, role: 'owner', name: 'Leo' });
  const make = (name: string) =>
    leaver.call('/v1/app/keys', { body: { name, scopes: ['leads:read'] } });
  await make('Before');
  await goWithin(page, '/settings/members');
  await button('Remove Leo').click();
  const choice = (name: string) => page.getByRole('checkbox', { name: `API key “${name}”` });
  await choice('Before').uncheck();
  await make('Meanwhile');
  await confirm('Remove');
  await says('Something was added in the meantime. Check the list again.');
  await choice('Meanwhile').waitFor();
  // New values stop, and the member's choice stays.
  assert.ok(await choice('Meanwhile').isChecked());
  assert.ok(!(await choice('Before').isChecked()));
  await confirm('Remove');
  await field('Role of Leo').waitFor({ state: 'detached' });
});

test('a member is invited, changes role and is removed', async () => {
  await goWithin(page, '/settings/members');
  await field('E-mail address').fill('kees@example.com');
  await button('Create invitation').click();
  await says(/No e-mail was sent/);
  const link = (await field('Link').textContent())!;

  const theirs = await browser.page(server);
  await theirs.goto(link);
  await theirs.getByLabel('Your name').fill('Kees');
  await theirs.getByLabel('New password').fill(passwordOfTests);
  await theirs.getByRole('button', { name: 'Start' }).click();
  await theirs.waitForURL('**/leads');

  await page.reload();
  await says('No open invitations.');
  await field('Role of Kees').selectOption('Owner');
  await says('Kees now has the role Owner');
  await theirs.goto('/settings/members');
  // In the browser's language.
  await theirs.getByLabel('Role of Olga Owner').waitFor();
  await button('Remove Kees').click();
  await confirm('Remove');
  await field('Role of Kees').waitFor({ state: 'detached' });
  await theirs.goto('/leads');
  await theirs.waitForURL(/\/sign-in/);
});

test('a new password, a passkey and the list of sessions', async () => {
  // Browsers offer no passkeys on bare IP addresses.
  const local = { ...server, url: server.url.replace('127.0.0.1', 'localhost') };
  const me = await signInAs(local);
  const { body: elsewhere } = await call(server, '/v1/app/sign-in', {
    body: { email: me.email, password: passwordOfTests },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  assert.equal(elsewhere.account.id, me.accountId);
  const { page: mine } = await browser.signedInPage(local, {
    member: me,
    path: '/settings/account',
    prepare: addAuthenticator,
  });
  await mine.getByRole('button', { name: 'Sign out of other devices' }).waitFor();

  await mine.getByLabel('Current password').fill('not this one at all');
  await mine.getByLabel('New password').fill('another long secret');
  await mine.getByRole('button', { name: 'Change password' }).click();
  await mine.getByText('The current password is wrong').waitFor();
  await mine.getByLabel('Current password').fill(passwordOfTests);
  await mine.getByRole('button', { name: 'Change password' }).click();
  await mine.getByText('Password changed').waitFor();
  await mine
    .getByRole('button', { name: 'Sign out of other devices' })
    .waitFor({ state: 'detached' });

  await mine.getByLabel('Name of this device').fill(canary);
  await mine.getByLabel('Your password').fill(passwordOfTests);
  await mine.getByRole('button', { name: 'Add passkey' }).click();
  await mine.getByText('The current password is wrong').waitFor();
  await mine.getByLabel('Your password').fill('another long secret');
  await mine.getByRole('button', { name: 'Add passkey' }).click();
  await mine.getByRole('button', { name: `Remove passkey “${canary}”` }).waitFor();
  await assertOnlyText(mine);
});

test('a calendar link is shown once in both forms', async () => {
  await goWithin(page, '/settings/calendar');
  await field('Whose phone is it for?').fill('Olga’s phone');
  await button('Create link').click();
  const url = (await field('Address for Google and Outlook').textContent())!;
  const webcal = (await field('Address for iPhone and Mac').textContent())!;
  assert.equal(webcal, url.replace(/^http/, 'webcal').replace('webcals', 'webcal'));
  assert.match(await (await fetch(url)).text(), /^BEGIN:VCALENDAR/);
  await button('Revoke link “Olga’s phone”').click();
  await confirm('Revoke');
  await says('No links yet.');
  assert.equal((await fetch(url)).status, 404);
});

test('a member sees their own calendar link and account, and no brand settings', async () => {
  const { page: theirs } = await browser.signedInPage(server, {
    brandId: owner.brandId,
    role: 'member',
    path: '/settings/keys',
  });
  await theirs.getByRole('heading', { level: 1, name: 'This page is for owners' }).waitFor();
  assert.equal(new URL(theirs.url()).pathname, '/settings/keys');
  await assertAccessible(theirs);
  await goWithin(theirs, '/settings');
  await theirs.getByRole('heading', { level: 1, name: 'Calendar link' }).waitFor();
  const menu = theirs.getByRole('navigation', { name: 'Settings sections' });
  const names = await menu.getByRole('link').allTextContents();
  assert.deepEqual(names, ['Calendar link', 'Notifications', 'My account']);
});

test('the business name, language and colours apply immediately', async () => {
  await goWithin(page, '/settings/brand');
  await field('Name').fill(`Loodgieter ${canary}`);
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  await page.goBack();
  await page.getByText('This has not been saved yet.').waitFor();
  assert.equal(await field('Name').inputValue(), `Loodgieter ${canary}`);
  await field('Country').selectOption('Belgium');
  await field('Time zone').selectOption('Europe/Brussels');
  await button('Save').click();
  await page.getByRole('banner').getByText(`Loodgieter ${canary}`).waitFor();
  await page.getByText('This has not been saved yet.').waitFor({ state: 'detached' });
  await assertOnlyText(page);

  await goWithin(page, '/settings/account');
  await field('Language').selectOption('Nederlands');
  await button('Save').click();
  await page.getByRole('heading', { level: 1, name: 'Mijn account' }).waitFor();
  await page.getByRole('radio', { name: 'Donker' }).check();
  assert.equal(await page.locator('html').getAttribute('data-mantine-color-scheme'), 'dark');
});
