// Photos and PDFs are added to a job on its page.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertAccessible,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { itemOf, makeJob } from '../support/jobs-of-member.ts';
import { makePicture } from '../support/sample-pictures.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SignedIn } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();
let browser: TestBrowser;
let page: Page;
let me: SignedIn;

before(async () => {
  browser = await openBrowser();
  ({ page, me } = await browser.signedInPage(server, { path: '/jobs', viewport: phone }));
});

after(() => browser?.close());

const pictureFile = async (name: string, number: number) => ({
  name,
  mimeType: 'image/png',
  buffer: await makePicture('png', { number }),
});
const choose = async (files: { name: string; mimeType: string; buffer: Buffer }[], on = page) => {
  const choosing = on.waitForEvent('filechooser');
  await on.getByRole('button', { name: 'Choose files' }).click();
  await (await choosing).setFiles(files);
};
const photosOf = async (id: string) => (await itemOf(me, id)).photos ?? [];

test('several are shown at once, and stored one after the other', async () => {
  const id = await makeJob(me, 'Boiler');
  await goWithin(page, `/jobs/${id}`);
  await page.getByText('No photos yet').waitFor();
  await page.getByRole('button', { name: 'Take photo' }).waitFor();
  // Nothing is answered until the page has shown them.
  const gate = Promise.withResolvers<void>();
  await page.route('**/photos', async (route) => {
    await gate.promise;
    await route.continue();
  });
  const pdf = Buffer.from('%PDF-1.4\n%%EOF\n');
  await choose([
    await pictureFile('one.png', 41),
    await pictureFile('two.png', 42),
    { name: 'warranty.pdf', mimeType: 'application/pdf', buffer: pdf },
  ]);
  await page.getByRole('img', { name: 'one.png' }).waitFor();
  await page.getByText('3 photos are being uploaded').waitFor();
  // The first is being sent once it is scaled down.
  const waiting = page.getByText('Waiting', { exact: true });
  await eventually(async () => (await waiting.count()) === 2);
  await assertAccessible(page, 'main');
  gate.resolve();
  await page.getByRole('button', { name: 'Photo 2 of 2' }).waitFor();
  const file = page.getByRole('link', { name: 'Download warranty.pdf' });
  await file.waitFor();
  await page.unroute('**/photos');
  assert.deepEqual(
    (await photosOf(id)).map(({ status, contentType }: Record<string, string>) => [
      status,
      contentType,
    ]),
    [
      ['stored', 'image/png'],
      ['stored', 'image/png'],
      ['stored', 'application/pdf'],
    ],
  );
  assert.equal(await page.getByText('Waiting', { exact: true }).count(), 0);
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
  assert.match(download.suggestedFilename(), /^file-\w+\.pdf$/);
});

test('one is removed in the viewer, after a question', async () => {
  const id = await makeJob(me, 'Shower');
  const { page: own } = await browser.signedInPage(server, {
    member: me,
    path: `/jobs/${id}`,
    viewport: phone,
  });
  await choose([await pictureFile('first.png', 46), await pictureFile('second.png', 47)], own);
  await own.getByRole('button', { name: 'Photo 2 of 2' }).waitFor();
  const [, kept] = await photosOf(id);
  await own.getByRole('button', { name: 'Photo 1 of 2' }).click();
  const viewer = own.getByRole('dialog', { name: 'Photo 1 of 2' });
  await viewer.getByRole('button', { name: 'Remove photo' }).click();
  const question = own.getByRole('dialog', { name: 'Remove photo' });
  await question.waitFor();
  await assertAccessible(own);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  assert.equal((await photosOf(id)).length, 2);
  await viewer.getByRole('button', { name: 'Remove photo' }).click();
  await question.getByRole('button', { name: 'Remove photo' }).click();
  await own.getByRole('button', { name: 'Photo 1 of 1' }).waitFor();
  assert.equal(await own.getByRole('dialog').count(), 0);
  assert.deepEqual(await photosOf(id), [kept]);
  await own.getByText('Photo removed').first().waitFor();
});

test('one that could not be sent is sent again, and added once', async () => {
  const id = await makeJob(me, 'Gutter');
  await goWithin(page, `/jobs/${id}`);
  let isLost = true;
  await page.route('**/photos', async (route) => {
    if (!isLost) return route.continue();
    // The service has it; only the answer is lost.
    await route.fetch();
    await route.abort();
  });
  await choose([await pictureFile('lost.png', 43)]);
  await page.getByText('1 photo is waiting to be sent').waitFor();
  isLost = false;
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await eventually(async () => (await page.getByRole('img', { name: 'lost.png' }).count()) === 0);
  await page.unroute('**/photos');
  assert.equal((await photosOf(id)).length, 1);
  browser.takeAway(/ERR_FAILED/);
});
