// What the outbox sends again, what another window does to it, and a browser that is wrong about its network.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { itemOf, makeJob } from '../support/jobs-of-member.ts';
import { makePicture } from '../support/sample-pictures.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SignedIn } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

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
const list = (page: Page) => page.getByRole('dialog', { name: 'Waiting to be sent' });

async function openJob(page: Page, me: SignedIn, title: string): Promise<string> {
  const id = await makeJob(me, title);
  await goWithin(page, `/jobs/${id}`);
  await page.getByText('No notes yet').waitFor();
  return id;
}

async function writeNote(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New note' }).fill(text);
  await page.getByRole('button', { name: 'Add note' }).click();
}

async function notesOf(me: SignedIn, id: string): Promise<string[]> {
  const { body } = await me.call(`/v1/api/work-items/${id}/notes`);
  return body.data.map(({ text }: { text: string }) => text);
}

test('a photo whose answer was lost is sent again as the same bytes', async () => {
  const { page, me } = await browser.signedInPage(server, {
    // An encoder that never gives the same bytes twice, as after an update of the browser.
    prepare: (opened) =>
      opened.addInitScript(`{
        const { toBlob } = HTMLCanvasElement.prototype;
        HTMLCanvasElement.prototype.toBlob = function (done, type) {
          toBlob.call(this, done, type, 0.5 + Math.random() / 2);
        };
      }`),
  });
  const id = await openJob(page, me, 'Photo sent again');
  const lost = Promise.withResolvers<void>();
  await page.route('**/photos', async (route) => {
    await route.fetch();
    lost.resolve();
    await route.abort();
  });
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add photos' }).click();
  const picture = await makePicture('jpeg', { number: 81 });
  // What follows the picture makes the file large.
  const buffer = Buffer.concat([picture, Buffer.alloc(2_000_000)]);
  await (await choosing).setFiles([{ name: 'valve.jpg', mimeType: 'image/jpeg', buffer }]);
  await lost.promise;
  await bar(page, '1 change is waiting to be sent').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  const answered = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' && response.url().endsWith(`/${id}/photos`),
  );
  await page.reload();
  const again = await answered;
  assert.deepEqual([again.status(), again.headers()['idempotent-replayed']], [201, 'true']);
  assert.equal((await itemOf(me, id)).photos.length, 1);
});

test('what one window is sending cannot be discarded in another', async () => {
  const { page, me } = await browser.signedInPage(server);
  const context = page.context();
  const id = await openJob(page, me, 'Two windows');
  const other = await context.newPage();
  await other.goto(`/jobs/${id}`);
  await other.getByText('No notes yet').waitFor();
  await context.setOffline(true);
  await writeNote(page, 'On its way');
  await bar(other, '1 change is waiting to be sent').waitFor();
  await writeNote(other, 'Behind it');
  await bar(page, '2 changes are waiting to be sent').waitFor();
  const release = Promise.withResolvers<void>();
  await context.route('**/notes', async (route) => {
    if (route.request().method() === 'POST') await release.promise;
    await route.continue();
  });
  const asked = context.waitForEvent('request', (request) => request.method() === 'POST');
  await context.setOffline(false);
  const sender = (await asked).frame().page();
  const watcher = sender === page ? other : page;
  await watcher.getByRole('button', { name: 'Show' }).click();
  const discard = list(watcher).getByRole('button', { name: 'Discard' });
  await discard.first().click();
  await watcher.getByText('Too late to discard').waitFor();
  await discard.nth(1).click();
  await watcher.getByText('Discarded, not sent').waitFor();
  release.resolve();
  await eventually(async () => (await notesOf(me, id)).length > 0);
  await list(watcher).getByText('Everything has been sent.').waitFor();
  assert.deepEqual(await notesOf(me, id), ['On its way']);
});

test('a browser that wrongly says it is offline still sends', async () => {
  const { page, me } = await browser.signedInPage(server, {
    prepare: (opened) =>
      opened.addInitScript(
        `Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })`,
      ),
  });
  const id = await openJob(page, me, 'Wrongly offline');
  await writeNote(page, 'Sent all the same');
  await eventually(async () => (await notesOf(me, id)).length === 1);
  await bar(page, 'waiting to be sent').waitFor({ state: 'detached' });
});
