// Lists of leads, jobs and customers: sorted by their headings, or by a choice on a phone, and whole
// rows open the record.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { middleOf } from '../support/board.ts';
import {
  assertAccessible,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { changeWorkItem } from '../support/stored-records.ts';
import { eventually } from '../support/within.ts';

const hourMs = 3_600_000;
// More than the first page.
const leadCount = 70;

const server = await sharedServer();
let browser: TestBrowser;
let me: SignedIn;
let page: Page;
let small: Page;

before(async () => {
  browser = await openBrowser();
  me = await signInAs(server);
  const leads = Array.from({ length: leadCount }, (_, index) => ({
    customerName: `Customer ${index}`,
    title: `Lead ${index}`,
    priority: index === 30 ? 'urgent' : index === 40 ? 'low' : 'medium',
  }));
  const { body } = await me.call('/v1/api/leads/batch', { body: { leads } });
  for (const [index, { workItem }] of body.data.entries()) {
    await changeWorkItem(server, workItem.id, { receivedAt: Date.now() - index * hourMs });
  }
  const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
  await makeJob(me, 'Soon', { scheduledStart: inHours(72), priority: 'low' });
  await makeJob(me, 'Late', { scheduledStart: inHours(96), priority: 'urgent' });
  ({ page } = await browser.signedInPage(server, { member: me, path: '/leads?view=list' }));
  ({ page: small } = await browser.signedInPage(server, {
    brandId: me.brandId,
    viewport: phone,
    language: 'nl',
    path: '/leads?view=list',
  }));
});

after(() => browser?.close());

const heading = (name: string) => page.getByRole('columnheader', { name, exact: true });
const sortBy = (name: string) => heading(name).getByRole('button').click();

async function untilFirst(...titles: string[]): Promise<void> {
  const shown = () => page.locator('.row-link').allTextContents();
  await eventually(async () => (await shown()).slice(0, titles.length).join() === titles.join());
}

async function untilSorted(name: string, sorted: string): Promise<void> {
  await eventually(async () => (await heading(name).getAttribute('aria-sort')) === sorted);
}

test('leads by their headings, also beyond the first page', async () => {
  await untilFirst('Lead 0', 'Lead 1');
  await untilSorted('Received', 'descending');
  await sortBy('Received');
  await untilFirst('Lead 69', 'Lead 68');
  await untilSorted('Received', 'ascending');
  await eventually(async () => {
    await page.evaluate('scrollTo(0, document.scrollingElement.scrollHeight)');
    return (await page.locator('.row-link').allTextContents()).at(-1) === 'Lead 0';
  });
  await page.evaluate('scrollTo(0, 0)');
  await sortBy('Priority');
  await untilFirst('Lead 30', 'Lead 69');
  await untilSorted('Received', 'none');
  await untilSorted('Priority', 'descending');
  await sortBy('Priority');
  await untilFirst('Lead 40', 'Lead 0');
  await assertAccessible(page);
});

test('the order is remembered for the person', async () => {
  await page.reload();
  await untilFirst('Lead 40', 'Lead 0');
  const { page: other } = await browser.signedInPage(server, {
    brandId: me.brandId,
    path: '/leads?view=list',
  });
  await other.getByRole('columnheader', { name: 'Received' }).waitFor();
  assert.equal(
    await other.getByRole('columnheader', { name: 'Received' }).getAttribute('aria-sort'),
    'descending',
  );
});

test('jobs by their headings, and in the usual order again', async () => {
  await goWithin(page, '/jobs');
  await untilFirst('Soon', 'Late');
  await sortBy('Priority');
  await untilFirst('Late', 'Soon');
  await sortBy('Scheduled');
  await untilFirst('Soon', 'Late');
  await sortBy('Scheduled');
  await untilFirst('Late', 'Soon');
  await sortBy('Scheduled');
  await untilFirst('Soon', 'Late');
  await untilSorted('Scheduled', 'none');
  await page.getByRole('rowgroup', { name: 'Upcoming' }).waitFor();
  await assertAccessible(page);
});

test('customers by their headings', async () => {
  await goWithin(page, '/customers');
  await untilSorted('Added', 'descending');
  const { body } = await me.call('/v1/api/customers?q=Customer+50');
  await me.call(`/v1/api/customers/${body.data[0].id}`, {
    method: 'PATCH',
    body: { notes: 'Changed last' },
  });
  await sortBy('Changed');
  await untilFirst('Customer 50');
  await untilSorted('Changed', 'descending');
  await assertAccessible(page);
});

for (const [path, name] of [
  ['/leads?view=list', 'Lead 40'],
  ['/jobs', 'Late'],
  ['/customers', 'Customer 50'],
] as const) {
  test(`a click anywhere in a row opens it: ${path}`, async () => {
    await goWithin(page, path);
    const row = page.getByRole('row').filter({ hasText: name });
    const { x, y } = await middleOf(row.getByRole('cell').last());
    await page.mouse.click(x, y);
    await page.getByRole('heading', { level: 1, name }).waitFor();
  });

  test(`a choice of the order on a phone: ${path}`, async () => {
    await goWithin(small, path);
    const order = small.getByRole('combobox', { name: 'Volgorde', exact: true });
    await order.selectOption('Langst niet gewijzigd eerst');
    await small
      .getByText(path === '/jobs' ? 'Soon' : /0$/)
      .first()
      .waitFor();
    await small.reload();
    assert.equal(await order.inputValue(), 'updatedAt');
    await assertAccessible(small);
  });
}
