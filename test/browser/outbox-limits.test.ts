// The outbox when the device's storage is full, and when the service no longer knows its keys.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { assertAccessible, goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { itemOf, makeJob } from '../support/jobs-of-member.ts';
import { makePicture } from '../support/sample-pictures.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';

const server = await sharedServer();
let browser: TestBrowser;

before(async () => {
  browser = await openBrowser();
});

after(async () => {
  browser?.takeAway(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await browser?.close();
});

const bar = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text });

async function writeNote(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New note' }).fill(text);
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('listitem').getByText(text, { exact: true }).waitFor();
}

/** Leaves room for texts, not for a large file. */
async function fillStorage(page: Page): Promise<void> {
  const usage = 'navigator.storage.estimate().then(({ usage }) => usage)';
  const quotaSize = (await page.evaluate<number>(usage)) + 200_000;
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize });
}

async function addPhoto(page: Page, name: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add photos' }).click();
  // What follows the picture makes the file large.
  const buffer = Buffer.concat([
    await makePicture('jpeg', { number: 71 }),
    Buffer.alloc(2_000_000),
  ]);
  await (await choosing).setFiles([{ name, mimeType: 'image/jpeg', buffer }]);
  await page.getByRole('img', { name }).waitFor();
}

const orderOf = (writes: readonly string[]) => writes.map((path) => path.split('/').at(-1));

test('with a full storage a photo waits in the open app, which says so, and all is sent in order', async () => {
  const me = await signInAs(server);
  const id = await makeJob(me, 'Full phone');
  const { page } = await browser.signedInPage(server, { member: me, path: `/jobs/${id}` });
  await page.getByText('No notes yet').waitFor();
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') writes.push(new URL(request.url()).pathname);
  });
  await fillStorage(page);
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await writeNote(page, 'Before the photo');
  await addPhoto(page, 'large.jpg');
  await writeNote(page, 'After the photo');
  await bar(page, '3 changes are waiting to be sent').waitFor();
  await bar(page, 'storage is full. Keep the app open').waitFor();
  await assertAccessible(page, 'main');
  const asks = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const question = await asks;
  assert.equal(question.type(), 'beforeunload');
  await question.dismiss();
  await closing;
  // Not even a mark that an item was tried can be written now.
  await fillStorageUp(page);
  await page.context().setOffline(false);
  await bar(page, /changes? (is|are) waiting/).waitFor({ state: 'detached' });
  assert.deepEqual(orderOf(writes), ['notes', 'photos', 'notes']);
  assert.equal((await itemOf(me, id)).photos.length, 1);
});

async function fillStorageUp(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1 });
}

for (const { days, becomes } of [
  { days: 29, becomes: 'recognised' },
  { days: 31, becomes: 'shown' },
]) {
  test(`a lead whose answer was lost ${days} days ago is ${becomes}, and never doubled`, async () => {
    const name = `Lost for ${days} days`;
    const { page, me } = await browser.signedInPage(server);
    await page.route('**/v1/api/leads', async (route) => {
      // The service has it; only the answer is lost.
      if (route.request().method() === 'POST') await route.fetch();
      await (route.request().method() === 'POST' ? route.abort() : route.continue());
    });
    await enterLead(page, name);
    await bar(page, '1 change is waiting to be sent').waitFor();
    await page.getByRole('button', { name: 'Show' }).click();
    const list = page.getByRole('dialog', { name: 'Waiting to be sent' });
    await list.getByText(`New lead from ${name}`).waitFor();
    await page.context().setOffline(true);
    // Offline, no attempt follows the one that may be in flight.
    await list.getByText('Sending…').waitFor({ state: 'detached' });
    await page.unroute('**/v1/api/leads');
    await page.clock.setSystemTime(Date.now() + days * 24 * 3_600_000);
    await page.context().setOffline(false);
    if (becomes === 'shown') {
      await list.getByText('This may have arrived already').waitFor();
      await assertAccessible(page, '[role=dialog]');
      await list.getByRole('button', { name: 'Discard' }).click();
    }
    await list.getByText('Everything has been sent.').waitFor();
    assert.equal(await leadsOf(me, name), 1);
  });
}

async function enterLead(page: Page, name: string): Promise<void> {
  await goWithin(page, '/leads');
  await page.getByRole('button', { name: 'New lead' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New lead' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('In a few words').fill('Leaking tap');
  await dialog.getByRole('button', { name: 'Save lead' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function leadsOf(me: SignedIn, name: string): Promise<number> {
  return (await me.call(`/v1/api/leads?q=${encodeURIComponent(name)}`)).body.data.length;
}
