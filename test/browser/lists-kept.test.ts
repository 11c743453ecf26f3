// A list is found again as it was left; a lead becomes a job without leaving the board.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn, middleOf } from '../support/board.ts';
import { goWithin, openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { itemOf } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { passwordOfTests, type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();
let browser: TestBrowser;
let page: Page;
let me: SignedIn;

before(async () => {
  browser = await openBrowser();
  ({ page, me } = await browser.signedInPage(server));
  const leads = Array.from({ length: 40 }, (_, index) => ({
    customerName: `Customer ${index}`,
    title: `Lead ${index}`,
    priority: index % 2 === 0 ? 'high' : 'low',
    source: 'phone',
  }));
  await me.call('/v1/api/leads/batch', { body: { leads } });
});

after(() => browser?.close());

const scrolled = (of: Page, selector: string) =>
  of.evaluate<number>(`document.querySelector('${selector}').scrollTop`);

test('the link back to the leads restores view, filters and scroll position', async () => {
  await page.getByRole('button', { name: 'List' }).click();
  await page.getByRole('combobox', { name: 'Priority' }).selectOption('High');
  await page.waitForURL(/priority=high/);
  const row = page.getByRole('row').filter({ hasText: 'Lead 2' }).last();
  await row.scrollIntoViewIfNeeded();
  const before = await scrolled(page, 'html');
  assert.ok(before > 0, 'the list is longer than the screen');
  // Anywhere in the row.
  const { x, y } = await middleOf(row.getByRole('cell').last());
  await page.mouse.click(x, y);
  await page.waitForURL(/\/leads\/[\w-]+$/);
  await page.getByRole('link', { name: 'All leads' }).click();
  await page.waitForURL(/\/leads\?.*priority=high/);
  assert.equal(new URL(page.url()).searchParams.get('view'), 'list');
  await page.getByRole('table').waitFor();
  await eventually(async () => Math.abs((await scrolled(page, 'html')) - before) <= 1);
});

test('the view is remembered, filters are not', async () => {
  await page.getByRole('link', { name: 'Jobs' }).click();
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  await page.waitForURL('**/leads?view=list');
  await page.goto('/');
  await page.waitForURL('**/leads?view=list');
  await page.getByRole('button', { name: 'Board' }).click();
  await page.waitForURL('**/leads');
});

test('a column of the board keeps its place, by the link and by Back', async () => {
  const card = cardIn(page, 'New', 'Lead 20');
  const column = '.board-scroll';
  // Drag and drop replaces the cards once it is loaded.
  await card.locator('.lead-handle').waitFor({ state: 'attached' });
  for (const goBack of [
    () => page.getByRole('link', { name: 'All leads' }).click(),
    () => page.goBack(),
  ]) {
    await card.scrollIntoViewIfNeeded();
    const before = await scrolled(page, column);
    assert.ok(before > 0, 'the column is longer than the screen');
    await card.getByRole('link').click();
    await page.waitForURL(/\/leads\/[\w-]+$/);
    await page.getByRole('heading', { level: 1, name: 'Lead 20' }).waitFor();
    await goBack();
    await card.waitFor();
    await eventually(async () => Math.abs((await scrolled(page, column)) - before) <= 1);
  }
});

test('a lead becomes a job from its card', async () => {
  const { page: small } = await browser.signedInPage(server, {
    member: me,
    viewport: phone,
    language: 'nl',
  });
  const card = cardIn(small, 'Nieuw', 'Lead 0');
  const [{ id }] = (await me.call('/v1/api/leads?q=%22Lead+0%22')).body.data;
  await card.getByRole('button', { name: 'Verplaats Lead 0 naar…' }).tap();
  await small.getByRole('button', { name: 'Maak er een klus van…' }).tap();
  const dialog = small.getByRole('dialog', { name: 'Klus maken van “Lead 0”' });
  await dialog.getByLabel('Begin').fill('2027-03-02T09:00');
  await dialog.getByRole('button', { name: 'Inplannen', exact: true }).tap();
  await card.waitFor({ state: 'detached' });
  const { status, scheduledStart } = await itemOf(me, id);
  assert.deepEqual([status, scheduledStart], ['scheduled', '2027-03-02T08:00:00.000Z']);
  await small.getByRole('button', { name: 'Klus openen' }).tap();
  await small.waitForURL(`**/jobs/${id}`);

  const later = cardIn(page, 'New', 'Lead 4');
  const [{ id: laterId }] = (await me.call('/v1/api/leads?q=%22Lead+4%22')).body.data;
  await later.hover();
  await later.getByRole('button', { name: 'Move Lead 4 to…' }).click();
  await page.getByRole('button', { name: 'Convert to job…' }).click();
  await page.getByRole('button', { name: 'Schedule later' }).click();
  await later.waitFor({ state: 'detached' });
  assert.equal((await itemOf(me, laterId)).status, 'pending');
});

test('the next person to sign in does not see what was searched for', async () => {
  const next = await signInAs(server, { brandId: me.brandId });
  await next.call('/v1/app/account', { method: 'PATCH', body: { language: 'en' } });
  const [{ id }] = (await me.call('/v1/api/customers?q=%22Customer+7%22')).body.data;
  const { page: shared } = await browser.signedInPage(server, { brandId: me.brandId });
  const openAndReturn = async () => {
    await goWithin(shared, `/customers/${id}`);
    await shared.getByRole('link', { name: 'All customers' }).click();
    await shared.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  };
  await goWithin(shared, '/customers');
  await shared.getByLabel('Search customers').fill('Customer 7');
  await shared.waitForURL(/q=Customer/);
  await openAndReturn();
  assert.equal(new URL(shared.url()).searchParams.get('q'), 'Customer 7');
  await shared.getByRole('banner').getByRole('button').last().click();
  await shared.getByRole('menuitem', { name: 'Sign out' }).click();
  await shared.getByLabel('E-mail address').fill(next.email);
  await shared.locator('[name=password]').fill(passwordOfTests);
  await shared.getByRole('button', { name: 'Sign in', exact: true }).click();
  await shared.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
  await openAndReturn();
  assert.equal(new URL(shared.url()).search, '');
});
