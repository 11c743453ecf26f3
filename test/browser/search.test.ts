// The search over everything, and the keyboard shortcuts.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn } from '../support/board.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SignedIn } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();
let browser: TestBrowser;
let page: Page;
let me: SignedIn;
let leadId: string;
let jobId: string;

before(async () => {
  browser = await openBrowser();
  ({ page, me } = await browser.signedInPage(server));
  const address = {
    street: 'Lindelaan',
    streetNumber: '12',
    postalCode: '3511 AB',
    city: 'Utrecht',
  };
  const lead = { customerName: 'Sanne de Wit', title: 'Leaking gutter', ...address };
  leadId = (await me.call('/v1/api/leads', { body: lead })).body.id;
  const other = { customerName: 'Kees Smit', title: 'New boiler', phone: '0612345678' };
  const { body: job } = await me.call('/v1/api/leads', { body: other });
  jobId = job.id;
  await me.call(`/v1/api/work-items/${jobId}`, { method: 'PATCH', body: { status: 'pending' } });
  await cardIn(page, 'New', 'Leaking gutter').waitFor();
});

after(() => browser?.close());

const field = (where: Page) => where.getByRole('combobox', { name: 'Search', exact: true });
const option = (where: Page, name: string) => where.getByRole('option', { name });

test('Ctrl+K searches leads, jobs, customers and addresses, and Enter opens', async () => {
  await page.keyboard.press('Control+k');
  await field(page).fill('linde');
  await option(page, 'Leaking gutter').waitFor();
  await option(page, 'Lindelaan 12').waitFor();
  await field(page).fill('kees');
  await option(page, 'New boiler').waitFor();
  await page.getByRole('group', { name: 'Customers' }).getByRole('option').first().waitFor();
  assert.deepEqual(
    await page
      .getByRole('group')
      .getByRole('option')
      .locator('.search-hit-title')
      .allTextContents(),
    ['New boiler', 'Kees Smit'],
  );
  await assertAccessible(page, '[role="dialog"]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/jobs/${jobId}`);
  await page.getByRole('heading', { level: 1, name: 'New boiler' }).waitFor();
});

test('Enter waits for what was typed', async () => {
  await page.keyboard.press('Control+k');
  await field(page).fill('linde');
  await option(page, 'Leaking gutter').waitFor();
  await field(page).fill('kees');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/jobs/${jobId}`);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('an address opens what happened there last; a page is found by its name', async () => {
  await page.keyboard.press('/');
  await field(page).fill('lindelaan 12');
  await page.getByRole('group', { name: 'Addresses' }).getByRole('option').click();
  await page.waitForURL(`**/leads/${leadId}`);
  await page.keyboard.press('/');
  await field(page).fill('calen');
  await option(page, 'Calendar').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/calendar');
});

test('nothing found is said, and signs alone are no search', async () => {
  await page.keyboard.press('Control+k');
  await field(page).fill('xyzzy');
  await page.getByText('Nothing found').waitFor();
  await field(page).fill('…');
  await page.getByText('Nothing found').waitFor();
  await page.keyboard.press('Escape');
  await field(page).waitFor({ state: 'detached' });
});

test('c enters a lead, but not while somebody types', async () => {
  await goWithin(page, '/jobs');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('c');
  const form = page.getByRole('dialog', { name: 'New lead' });
  await form.getByLabel('Name').fill('Cc');
  // No second dialog opens above the form.
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await page.getByRole('searchbox').first().pressSequentially('c?/');
  assert.equal(await page.getByRole('dialog').count(), 0);
});

test('j and k go through the cards and rows', async () => {
  for (const title of ['Second', 'Third']) {
    await me.call('/v1/api/leads', { body: { customerName: 'Kees Smit', title } });
  }
  for (const [path, titles] of [
    ['/leads', ['Leaking gutter', 'Second', 'Third']],
    ['/leads?view=list', ['Third', 'Second', 'Leaking gutter']],
  ] as const) {
    await goWithin(page, path);
    await page.getByRole('link', { name: 'Third' }).waitFor();
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    for (const title of titles) {
      await page.keyboard.press('j');
      await eventually(async () => (await focused()) === title);
    }
    await page.keyboard.press('k');
    await eventually(async () => (await focused()) === titles[1]);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Second' }).waitFor();
});

test('j and k go through Today', async () => {
  const done = await me.call('/v1/api/work-items', {
    body: {
      title: 'Busy',
      customer: { name: 'Kees Smit' },
      status: 'scheduled',
      scheduledStart: new Date().toISOString(),
    },
  });
  assert.equal(done.status, 201, done.text);
  await goWithin(page, '/today');
  await page.getByRole('link', { name: 'Busy' }).waitFor();
  await page.keyboard.press('j');
  await page.locator('.today-link:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Busy' }).waitFor();
});

test('? lists the keys, and letters can be switched off', async () => {
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByText('Next card or row').waitFor();
  await assertAccessible(page);
  await keys.getByRole('switch', { name: 'Use single-letter shortcuts' }).click();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.keyboard.press('c');
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 1, 'the search alone');
  await page.keyboard.press('Escape');
});

test('on a phone, in Dutch, by a button', async () => {
  const { page: small } = await browser.signedInPage(server, {
    member: me,
    viewport: phone,
    language: 'nl',
  });
  await small.getByRole('button', { name: 'Zoeken' }).click();
  await small.getByRole('combobox', { name: 'Zoeken' }).fill('sanne');
  await option(small, 'Leaking gutter').waitFor();
  await assertNoSidewaysScroll(small);
  await assertAccessible(small, '[role="dialog"]');
  await option(small, 'Sanne de Wit').last().click();
  await small.waitForURL('**/customers/*');
});
