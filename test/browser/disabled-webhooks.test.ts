// The overview tells owners of a webhook that the service has stopped, and leads to where it is switched on.
import assert from 'node:assert/strict';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { createLead } from '../support/call.ts';
import { sharedServer } from '../support/shared-server.ts';
import { signInAs } from '../support/sign-in.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';

const server = await sharedServer();

let receiver: Receiver;
let browser: TestBrowser;

before(async () => {
  receiver = await startReceiver({ isShared: true });
  browser = await openBrowser();
});

after(async () => {
  try {
    await browser?.close();
  } finally {
    await receiver?.close();
  }
});

test('a webhook that was stopped is told of while it is, and to owners only', async () => {
  const owner = await signInAs(server);
  const { brandId } = owner;
  const member = await signInAs(server, { brandId, role: 'member' });
  const key = await server.createKey({ brandId });
  const { page } = await browser.signedInPage(server, { member: owner });
  await page.goto('/overview');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const notice = page.getByRole('status').filter({ hasText: 'A webhook was stopped' });
  assert.equal(await notice.count(), 0);

  // The open page hears of it.
  receiver.behave('/gone', { status: 410 });
  const asked = { eventTypes: ['lead.created'], description: 'Bookkeeping' };
  const { id } = await webhookApi(server, key).create(receiver.url('/gone'), asked);
  await createLead(server, key);
  await notice.waitFor();
  await assertAccessible(page);
  await notice.getByRole('link', { name: 'Bookkeeping' }).click();
  await page.waitForURL(`**/settings/webhooks/${id}`);
  receiver.behave('/gone', {});
  await page.getByRole('switch', { name: 'Send messages' }).click();
  await page.getByText('The service stopped it').waitFor({ state: 'detached' });
  await page.goto('/overview');
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await notice.count(), 0);

  receiver.behave('/gone', { status: 410 });
  await createLead(server, key);
  await notice.waitFor();
  const { page: dutch } = await browser.signedInPage(server, {
    member: owner,
    language: 'nl',
    viewport: phone,
    colorScheme: 'dark',
  });
  await dutch.goto('/overview');
  await dutch.getByText('Een webhook is gestopt').waitFor();
  await assertAccessible(dutch);
  await assertNoSidewaysScroll(dutch);

  const { page: other } = await browser.signedInPage(server, { member });
  await other.goto('/overview');
  await other.getByRole('heading', { name: 'Leads per day', exact: true }).waitFor();
  assert.equal(await other.getByText('A webhook was stopped').count(), 0);
});
