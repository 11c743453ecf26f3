// What owners take back in the settings: a webhook's secret, the webhook itself, an invitation.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { assertAccessible, goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SignedIn } from '../support/sign-in.ts';
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
  await button('Make a new secret').click();
  const ask = dialog('A new secret?');
  await ask.getByText('For 24 hours messages are signed with both').waitFor();
  await assertAccessible(page, '[role=dialog]');
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await ask.waitFor({ state: 'detached' });
  const shown = page.getByRole('group', { name: 'Secret', exact: true });
  assert.equal(await shown.count(), 0, 'the old one is shown to nobody');

  await button('Make a new secret').click();
  await ask.getByRole('button', { name: 'Make a new secret' }).click();
  const secret = (await shown.textContent())!;
  assert.match(secret, /^whsec_/);
  assert.notEqual(secret, first.secret);
  await page.getByText('Copy it now: it is shown this once.').waitFor();

  await button('Send a test message').click();
  const [ping] = await receiver.until('/rotated', 1);
  assert.equal(ping!.headers['webhook-signature']!.split(' ').length, 2);
  verify(ping!, first.secret);
  verify(ping!, secret);
  await page.reload();
  await button('Make a new secret').waitFor();
  assert.equal(await shown.count(), 0);
});

test('a webhook that is deleted is sent nothing more', async () => {
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

test('an invitation that is withdrawn opens nothing', async () => {
  await goWithin(page, '/settings/members');
  for (const email of ['kees@example.com', 'rita@example.com']) {
    await page.getByLabel('E-mail address').fill(email);
    await button('Make the invitation').click();
    await page.getByText(`Invitation for ${email}`).waitFor();
  }
  const link = (await page.getByLabel('Link', { exact: true }).textContent())!;
  const guest = await browser.page(server);
  await guest.goto(link);
  await guest.getByRole('button', { name: 'Start' }).waitFor();

  const withdraw = (email: string) => button(`Withdraw the invitation of ${email}`);
  await withdraw('rita@example.com').click();
  await withdraw('rita@example.com').waitFor({ state: 'detached' });
  await withdraw('kees@example.com').waitFor();
  // Who has the page open already learns it when they go on, who comes later at once.
  await guest.getByLabel('Your name').fill('Rita');
  await guest.getByLabel('New password').fill('a long enough secret');
  await guest.getByRole('button', { name: 'Start' }).click();
  await guest.getByRole('alert').getByText('This link does not work any more').waitFor();
  await guest.goto(link);
  await guest.getByRole('alert').getByText('This link does not work any more').waitFor();
  assert.equal(await guest.getByRole('button', { name: 'Start' }).count(), 0);
  assert.deepEqual(await guest.context().cookies(), []);
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
