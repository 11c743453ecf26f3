// Owners rotate a webhook's secret, delete a webhook and revoke an invitation.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { assertAccessible, goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { call } from '../support/call.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { type Receiver, startReceiver, verify } from '../support/webhook-receiver.ts';

const server = await sharedServer();

let receiver: Receiver;
let browser: TestBrowser;
let page: Page;
let owner: SignedIn;

before(async () => {
  receiver = await startReceiver({ isSecure: true, isShared: true });
  browser = await openBrowser();
  ({ page, me: owner } = await browser.signedInPage(server, { path: '/settings/webhooks' }));
});

after(async () => {
  try {
    await browser?.close();
  } finally {
    await receiver?.close();
  }
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });

test('a webhook gets a new secret, and messages are signed with both', async () => {
  const first = await makeWebhook('/rotated', 'Planning');
  await goWithin(page, `/settings/webhooks/${first.id}`);
  await button('Create new secret').click();
  const ask = dialog('Create a new secret?');
  await ask.getByText('For 24 hours messages are signed with both').waitFor();
  await assertAccessible(page, '[role=dialog]');
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await ask.waitFor({ state: 'detached' });
  const shown = page.getByRole('group', { name: 'Secret', exact: true });
  assert.equal(await shown.count(), 0, 'the old one is shown to nobody');

  await button('Create new secret').click();
  await ask.getByRole('button', { name: 'Create new secret' }).click();
  const secret = (await shown.textContent())!;
  assert.match(secret, /^whsec_/);
  assert.notEqual(secret, first.secret);
  await page.getByText('Copy it now: it is shown only once.').waitFor();

  await button('Send a test message').click();
  const [ping] = await receiver.until('/rotated', 1);
  assert.equal(ping!.headers['webhook-signature']!.split(' ').length, 2);
  verify(ping!, first.secret);
  verify(ping!, secret);
  await page.reload();
  await button('Create new secret').waitFor();
  assert.equal(await shown.count(), 0);
});

test('a deleted webhook receives nothing more', async () => {
  const { id } = await makeWebhook('/deleted', 'To be deleted');
  const { id: other } = await makeWebhook('/kept', 'To be kept');
  await goWithin(page, '/settings/webhooks');
  await page.getByRole('link', { name: /To be deleted/ }).click();
  await button('Delete webhook').click();
  const ask = dialog('Delete this webhook?');
  await ask.getByText(receiver.url('/deleted')).waitFor();
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await ask.waitFor({ state: 'detached' });
  assert.equal((await owner.call(`/v1/api/webhooks/${id}`)).status, 200);

  await button('Delete webhook').click();
  await ask.getByRole('button', { name: 'Delete webhook' }).click();
  await page.waitForURL('**/settings/webhooks');
  await page.getByRole('link', { name: /To be kept/ }).waitFor();
  await page.getByRole('link', { name: /To be deleted/ }).waitFor({ state: 'detached' });
  assert.equal((await owner.call(`/v1/api/webhooks/${id}`)).status, 404);

  await owner.call('/v1/api/leads', { body: { customerName: 'Jan', title: 'Told to one' } });
  await receiver.until('/kept', 1);
  assert.deepEqual(receiver.received('/deleted'), []);
  assert.equal((await owner.call(`/v1/api/webhooks/${other}`)).status, 200);
});

test('a revoked invitation no longer works', async () => {
  await goWithin(page, '/settings/members');
  for (const email of ['kees@example.com', 'rita@example.com']) {
    await page.getByLabel('E-mail address').fill(email);
    await button('Create invitation').click();
    await page.getByText(`Invitation for ${email}`).waitFor();
  }
  const link = (await page.getByLabel('Link', { exact: true }).textContent())!;
  const guest = await browser.page(server);
  await guest.goto(link);
  await guest.getByRole('button', { name: 'Start' }).waitFor();

  const withdraw = (email: string) => button(`Withdraw invitation for ${email}`);
  await withdraw('rita@example.com').click();
  await withdraw('rita@example.com').waitFor({ state: 'detached' });
  await withdraw('kees@example.com').waitFor();
  // An open page learns of it on submit, a new visitor immediately.
  await guest.getByLabel('Your name').fill('Rita');
  await guest.getByLabel('New password').fill('a long enough secret');
  await guest.getByRole('button', { name: 'Start' }).click();
  await guest.getByRole('alert').getByText('This link no longer works').waitFor();
  await guest.goto(link);
  await guest.getByRole('alert').getByText('This link no longer works').waitFor();
  assert.equal(await guest.getByRole('button', { name: 'Start' }).count(), 0);
  assert.deepEqual(await guest.context().cookies(), []);
});

test('each resource of a removed member is stopped or kept', async () => {
  const { brandId } = owner;
  const leaver = await signInAs(server, { brandId, name: 'Leo' });
  const made = async (path: string, body: object) => (await leaver.call(path, { body })).body;
  const stopped = await made('/v1/app/keys', { name: 'Old form', scopes: ['leads:read'] });
  const kept = await made('/v1/app/keys', { name: 'Bookkeeping', scopes: ['leads:read'] });
  const { id } = await made('/v1/api/webhooks', { url: receiver.url('/left'), state: 'paused' });
  const leads = async ({ key }: { key: string }) =>
    (await call(server, '/v1/api/leads', { key })).status;

  await page.goto('/settings/members');
  await button('Remove Leo').click();
  const dialog = page.getByRole('dialog', { name: 'Remove Leo?' });
  const choice = (name: string) => dialog.getByRole('checkbox', { name });
  assert.ok(await choice('API key “Old form”').isChecked());
  await choice(`Webhook to ${receiver.url('/left')}`).waitFor();
  await choice('API key “Bookkeeping”').uncheck();
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await button('Remove Leo').waitFor({ state: 'detached' });
  assert.deepEqual([await leads(stopped), await leads(kept)], [401, 200]);
  assert.equal((await owner.call(`/v1/api/webhooks/${id}`)).status, 404);
  assert.equal((await leaver.call('/v1/app/session')).status, 401);

  await goWithin(page, '/settings/keys');
  const card = page.getByRole('article', { name: 'Bookkeeping' });
  await card.getByText(/by Leo, who has left/).waitFor();
});

test('the same choice when an owner becomes a member, in Dutch', async () => {
  const { brandId } = owner;
  const demoted = await signInAs(server, { brandId, name: 'Dirk' });
  const body = { name: 'Site', scopes: ['full'] };
  const { key } = (await demoted.call('/v1/app/keys', { body })).body;
  const path = '/settings/members';
  const { page: dutch } = await browser.signedInPage(server, { brandId, language: 'nl', path });
  await dutch.getByLabel('Rol van Dirk').selectOption('Medewerker');
  const dialog = dutch.getByRole('dialog', { name: 'Dirk medewerker maken?' });
  assert.ok(await dialog.getByRole('checkbox', { name: 'API-sleutel “Site”' }).isChecked());
  await assertAccessible(dutch);
  await dialog.getByRole('button', { name: 'Medewerker maken' }).click();
  await dutch.getByText('Dirk heeft nu de rol Medewerker').waitFor();
  assert.equal((await call(server, '/v1/api/key', { key })).status, 401);
});

async function makeWebhook(
  path: string,
  description: string,
): Promise<{ id: string; secret: string }> {
  const body = { url: receiver.url(path), description };
  const answer = await owner.call('/v1/api/webhooks', { body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}
