// The page of a lead or job and the list of jobs, in a real browser. Own server: responses do not
// wait for photos.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import type { Locator, Page, Response } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { goWithin, openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { createLead } from '../support/call.ts';
import { draw } from '../support/finger.ts';
import { changeItem, itemOf, makeJob } from '../support/jobs-of-member.ts';
import { readPdf } from '../support/pdf-text.ts';
import type { PictureHost } from '../support/picture-host.ts';
import { startPhotoServer } from '../support/photo-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import type { SignedIn } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

let server: TestServer;
let host: PictureHost;
let stop: () => Promise<void>;
let browser: TestBrowser;
let page: Page;
let small: Page;
let me: SignedIn;
let key: string;

// Photos arrive while the page is open.
const env = { PHOTO_WAIT_MS: '0' };

before(async () => {
  const [started, opened] = await Promise.all([startPhotoServer(startServer, env), openBrowser()]);
  ({ server, host, stop } = started);
  browser = opened;
  ({ page, me } = await browser.signedInPage(server, { name: 'Piet', path: '/jobs' }));
  const look = { member: me, viewport: phone, path: '/jobs' };
  ({ page: small } = await browser.signedInPage(server, look));
  key = await server.createKey({ brandId: me.brandId });
});

after(async () => {
  try {
    await browser?.close();
  } finally {
    await stop?.();
  }
});

test('a lead’s page shows everything, links to the customer, and makes it a job', async () => {
  const photoUrls = [1, 2].map((n) => host.url(`/photo.jpg?n=${n}`)).concat(host.url('/missing'));
  const { body } = await createLead(server, key, {
    title: 'Leaking tap',
    customerName: 'Jan Jansen',
    email: 'jan@example.com',
    phone: '06 1234 5678',
    street: 'Oudegracht',
    streetNumber: '12',
    city: 'Utrecht',
    colour: 'blue',
    photoUrls,
  });
  // A URL of the other phase redirects.
  await goWithin(page, `/jobs/${body.id}`);
  await page.getByRole('heading', { level: 1, name: 'Leaking tap' }).waitFor();
  assert.equal(new URL(page.url()).pathname, `/leads/${body.id}`);

  const links = ['Call', 'E-mail', 'WhatsApp', 'Show on map'];
  const addresses = await Promise.all(
    links.map((name) => page.getByRole('link', { name }).getAttribute('href')),
  );
  assert.deepEqual(addresses, [
    'tel:0612345678',
    'mailto:jan@example.com',
    'https://wa.me/31612345678',
    'https://www.openstreetmap.org/search?query=Oudegracht%2012%2C%20Utrecht%2C%20NL',
  ]);

  await page.getByText('This photo could not be stored').waitFor();
  await page.getByRole('button', { name: 'Photo 1 of 2' }).click();
  await page.getByRole('img', { name: 'Photo 1 of 2' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('img', { name: 'Photo 2 of 2' }).waitFor();
  await page.keyboard.press('Escape');

  await page.getByText('Original submission').click();
  await page.getByText('"colour": "blue"').waitFor();

  await page.getByRole('button', { name: 'Convert to job' }).click();
  const dialog = page.getByRole('dialog', { name: 'Convert to job' });
  await dialog.getByLabel('Start').fill('2026-07-01T09:00');
  assert.equal(await dialog.getByLabel('End').inputValue(), '2026-07-01T11:00');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.waitForURL(`**/jobs/${body.id}`);
  const job = await itemOf(me, body.id);
  assert.equal(job.status, 'scheduled');
  // Summer in Amsterdam.
  assert.equal(job.scheduledStart, '2026-07-01T07:00:00.000Z');
  assert.equal(job.scheduledEnd, '2026-07-01T09:00:00.000Z');
  assert.equal(job.updatedBy, me.accountId);
});

test('a lost lead keeps its reason in the history', async () => {
  const { body } = await createLead(server, key, { title: 'Too far away' });
  await goWithin(page, `/leads/${body.id}`);
  await page.getByRole('button', { name: 'Lost' }).click();
  await page.getByLabel('Reason (optional)').fill('Another province');
  await page.getByRole('dialog').getByRole('button', { name: 'Lost' }).click();
  await page.getByRole('group', { name: 'Next step' }).getByText('Back to new').waitFor();
  await page.getByText('History', { exact: true }).click();
  await page.getByText('From “New” to “Lost”').waitFor();
  await page.getByText('Reason: Another province').waitFor();
  await page.getByText(/· Piet$/).waitFor();
  assert.equal((await itemOf(me, body.id)).status, 'lost');
  // The list shares the cache of the history.
  await goWithin(page, '/settings/requests');
  await page.getByText('Piet in this app').first().waitFor();
});

test('a concurrent change is shown before it is overwritten', async () => {
  const id = await makeJob(me, 'Boiler');
  await goWithin(page, `/jobs/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit' });
  await dialog.getByLabel('Title').fill('Mine');
  await dialog.getByLabel('Priority').selectOption('Low');
  await dialog.getByLabel('Estimated amount').fill('100');
  await changeItem(me, id, {
    title: 'Theirs',
    notes: 'kept',
    priority: 'urgent',
    estimatedCost: 12_345,
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Someone else changed this in the meantime').waitFor();
  await dialog.getByText('Theirs', { exact: true }).waitFor();
  for (const shown of ['Urgent', '€123.45']) {
    await dialog.getByRole('definition').filter({ hasText: shown }).waitFor();
  }
  assert.equal((await itemOf(me, id)).title, 'Theirs');
  // Later input is saved too.
  await dialog.getByLabel('Title').fill('Mine, later');
  await dialog.getByLabel('Type of work').fill('Heating');
  await dialog.getByRole('button', { name: 'Save my version anyway' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mine, later' }).waitFor();
  const { title, category, notes } = await itemOf(me, id);
  assert.deepEqual([title, category, notes], ['Mine, later', 'Heating', 'kept']);
});

test('a version conflict without a real difference shows no other version', async () => {
  const id = await makeJob(me, 'Busy');
  await goWithin(page, `/jobs/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit' });
  await dialog.getByLabel('Title').fill('Mine');
  let races = 0;
  await page.route(`**/v1/api/work-items/${id}`, async (route) => {
    if (route.request().method() === 'PATCH')
      await changeItem(me, id, { notes: `race ${++races}` });
    await route.continue();
  });
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  await dialog.getByRole('alert').filter({ hasText: 'Something went wrong' }).waitFor();
  assert.equal(await dialog.getByText('Keep their version').count(), 0);
  assert.ok(races > 1, 'it was tried again');
  await page.unrouteAll({ behavior: 'wait' });
  await save.click();
  await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
});

test('a colleague’s work notes survive when somebody else finishes the job', async () => {
  const id = await makeJob(me, 'Two of us');
  await changeItem(me, id, { status: 'in_progress', completionNotes: 'Half done' });
  await goWithin(page, `/jobs/${id}`);
  await page.getByRole('button', { name: 'Finish job' }).click();
  const dialog = page.getByRole('dialog', { name: 'Finish job' });
  await dialog.waitFor();
  await changeItem(me, id, { completionNotes: 'Theirs' });
  await dialog.getByRole('button', { name: 'Finish job' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { status, completionNotes } = await itemOf(me, id);
  assert.deepEqual([status, completionNotes], ['completed', 'Theirs']);
});

test('a job is archived, unarchived, deleted and restored', async () => {
  const id = await makeJob(me, 'Gutter');
  await goWithin(page, `/jobs/${id}`);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Archive');
  await page.getByText('This is archived.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('This is archived.').waitFor({ state: 'detached' });
  // Without a question.
  await choose('Delete');
  await page.waitForURL('**/jobs');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Gutter' }).waitFor();
});

test('a job is started and finished on a phone, with notes and a signature', async () => {
  const id = await makeJob(me, 'Radiator');
  await goWithin(small, `/jobs/${id}`);
  await small.getByRole('button', { name: 'Start' }).tap();
  await small.getByRole('button', { name: 'Finish job' }).tap();
  const dialog = small.getByRole('dialog', { name: 'Finish job' });
  await dialog.getByLabel('Work done (optional)').fill('New valve');
  await dialog.getByLabel('Hours (optional)').fill('2 hours');
  await dialog.getByLabel('Materials (optional)').fill('Valve 15 mm');
  // With the separators of another country than the app's language.
  await dialog.getByLabel('Final amount (optional)').pressSequentially('1.250,50');
  await sign(dialog.getByRole('img', { name: 'Sign here' }), small);
  await dialog.getByLabel('Name of the person signing').fill('Jan Jansen');
  await dialog.getByRole('button', { name: 'Finish job' }).tap();
  const signature = small.getByRole('img', { name: 'Customer’s signature' });
  await signature.waitFor();
  await small.getByText('New valve').waitFor();
  const { status, completionNotes, customerSignature, ...item } = await itemOf(me, id);
  assert.deepEqual([status, completionNotes], ['completed', 'New valve']);
  assert.deepEqual(
    [item.hoursWorked, item.materials, item.finalCost, item.signedBy],
    ['2 hours', 'Valve 15 mm', 125_050, 'Jan Jansen'],
  );
  await small.getByRole('button', { name: 'E-mail work report' }).tap();
  const question = small.getByRole('dialog', { name: 'E-mail work report' });
  await question.getByRole('button', { name: 'Send' }).tap();
  await question.getByText('This server cannot send e-mail yet').waitFor();
  browser.takeAway(/409/);
  await question.getByRole('button', { name: 'Cancel' }).tap();
  await question.waitFor({ state: 'detached' });
  const link = small.getByRole('link', { name: 'Work report', exact: true });
  const [report] = await Promise.all([small.waitForEvent('download'), link.tap()]);
  assert.match(report.suggestedFilename(), /^werkbon-\w{6}\.pdf$/);
  const { text, pictures } = await readPdf(await buffer(await report.createReadStream()));
  // The browser's viewer prints it.
  const isReport = (response: Response) => response.url().endsWith('/report');
  const [shown] = await Promise.all([
    small.context().waitForEvent('response', isReport),
    small.getByRole('link', { name: 'Print work report' }).tap(),
  ]);
  assert.match(shown.headers()['content-disposition']!, /^inline;/);
  assert.match(text, /Valve 15 mm.*Jan Jansen/);
  assert.equal(pictures, 1);
  assert.match(customerSignature, /^data:image\/png;base64,/);
});

test('photos are swiped on a phone', async () => {
  const photoUrls = [3, 4].map((n) => host.url(`/photo.jpg?n=${n}`));
  const { body } = await createLead(server, key, { title: 'Two photos', photoUrls });
  await goWithin(small, `/leads/${body.id}`);
  await small.getByRole('button', { name: 'Photo 1 of 2' }).tap();
  const photo = (number: number) => small.getByRole('img', { name: `Photo ${number} of 2` });
  const swipe = async (from: number, to: number, number: number) => {
    const { x, y, width, height } = (await photo(number).boundingBox())!;
    const at = (part: number) => ({ x: x + width * part, y: y + height / 2 });
    await draw(small, [at(from), at((from + to) / 2), at(to)]);
  };
  await photo(1).waitFor();
  await swipe(0.8, 0.2, 1);
  await photo(2).waitFor();
  await swipe(0.2, 0.8, 2);
  await photo(1).waitFor();
});

test('a photo that fails to load is shown as a thumbnail, and retried on return', async () => {
  const photoUrls = [5, 6].map((n) => host.url(`/photo.jpg?n=${n}`));
  const { body } = await createLead(server, key, { title: 'Two more photos', photoUrls });
  await goWithin(page, `/leads/${body.id}`);
  const note = page.getByRole('status').filter({ hasText: 'This is the small one' });
  const shown = page.getByRole('dialog').locator('img');
  const isLarge = async () => !(await shown.getAttribute('src'))!.includes('size=thumbnail');
  // The page itself shows thumbnails.
  const large = /\/v1\/api\/assets\/[^?]+$/;
  await page.route(large, (route) => route.abort());
  await page.getByRole('button', { name: 'Photo 1 of 2' }).click();
  await note.waitFor();
  assert.equal(await isLarge(), false);
  await page.unroute(large);
  await page.keyboard.press('ArrowRight');
  await page.getByRole('img', { name: 'Photo 2 of 2' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('img', { name: 'Photo 1 of 2' }).waitFor();
  await note.waitFor({ state: 'detached' });
  assert.ok(await isLarge());
  await page.keyboard.press('Escape');
  browser.takeAway(/ERR_FAILED/);
});

test('the list of jobs shows due jobs first, and searches', async () => {
  await makeJob(me, 'Overdue roof', { scheduledStart: daysFromNow(-3), tags: ['from the list'] });
  const later = await makeJob(me, 'Later roof', { scheduledStart: daysFromNow(9) });
  await goWithin(page, '/jobs');
  const sections = page.getByRole('heading', { level: 2 });
  // Each section loads by itself.
  await sections.getByText('Overdue').waitFor();
  await sections.getByText('Upcoming').waitFor();
  const shown = await sections.allTextContents();
  assert.ok(shown.indexOf('Overdue') < shown.indexOf('Upcoming'), shown.join());
  const search = page.getByRole('searchbox', { name: 'Search jobs' });
  await search.fill('later');
  await page.getByRole('link', { name: 'Overdue roof' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Later roof' }).waitFor();
  await page.waitForURL('**/jobs?q=later');
  await page.getByText('Done', { exact: true }).click();
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  await search.fill('');
  await page.getByRole('link', { name: 'Radiator' }).waitFor();
  await search.fill('later');
  await page.waitForURL(/q=later/);
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await page.getByRole('link', { name: 'Overdue roof' }).waitFor();
  // The search field shows the query.
  await eventually(async () => (await search.inputValue()) === '');

  await page.getByRole('link', { name: 'Later roof' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit' });
  await dialog.getByLabel('Tags').first().click();
  await page.getByRole('option', { name: 'from the list' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual((await itemOf(me, later)).tags, ['from the list']);
});

test('a job is entered by hand, for a known customer', async () => {
  await goWithin(page, '/jobs');
  await page.getByRole('button', { name: 'New job' }).click();
  const dialog = page.getByRole('dialog', { name: 'New job' });
  await dialog.getByLabel('What needs to be done?').fill('Second tap');
  await dialog.getByRole('button', { name: 'Save job' }).click();
  await dialog.getByText('Choose a customer').waitFor();
  await dialog.getByRole('combobox', { name: 'Find a customer' }).fill('jan@example.com');
  await dialog.getByRole('option', { name: /Jan Jansen · 06/ }).click();
  await dialog.getByRole('button', { name: 'Save job' }).click();
  await page.getByRole('heading', { level: 1, name: 'Second tap' }).waitFor();
  const job = await itemOf(me, new URL(page.url()).pathname.split('/').at(-1)!);
  assert.deepEqual([job.status, job.source, job.createdBy], ['pending', 'manual', me.accountId]);
});

function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 24 * 3600 * 1000).toISOString();
}

/** With a touch, which would scroll elsewhere. */
async function sign(field: Locator, on: Page): Promise<void> {
  await field.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await field.boundingBox())!;
  const at = (right: number, down: number) => ({ x: x + width * right, y: y + height * down });
  await draw(on, [at(0.2, 0.5), at(0.5, 0.2), at(0.8, 0.7)]);
}
