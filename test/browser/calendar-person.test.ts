// The calendar of one person: chosen above the columns, remembered, and given what is dropped there.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { middleOf } from '../support/board.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  desktop,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { carry, jobBox, pointAt } from '../support/calendar.ts';
import { changeItem, itemOf, makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();
let browser: TestBrowser;
let olga: SignedIn;
let piet: SignedIn;
let ofOlga: string;
let ofPiet: string;

before(async () => {
  browser = await openBrowser();
  olga = await signInAs(server, { name: 'Olga' });
  piet = await signInAs(server, { brandId: olga.brandId, role: 'member', name: 'Piet' });
  const at = (hour: string) => ({ scheduledStart: `2027-05-05T${hour}:00:00Z` });
  ofOlga = await makeJob(olga, 'Boiler', { ...at('07'), assigneeId: olga.accountId });
  ofPiet = await makeJob(olga, 'Gutter', { ...at('08'), assigneeId: piet.accountId });
});

after(() => browser?.close());

const choice = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Whose work' }).getByRole('button', { name, exact: true });

for (const [name, viewport] of [
  ['desktop', desktop],
  ['phone', phone],
] as const) {
  test(`one person’s jobs, in every view (${name})`, async () => {
    const path = '/calendar?view=week&day=2027-05-05';
    const { page } = await browser.signedInPage(server, { member: olga, viewport, path });
    await jobBox(page, ofOlga).or(page.locator('.time-fold')).first().waitFor();
    await choice(page, 'Piet').click();
    await jobBox(page, ofOlga).waitFor({ state: 'detached' });
    await jobBox(page, ofPiet).waitFor();
    assert.equal(await choice(page, 'Piet').getAttribute('aria-pressed'), 'true');
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    for (const view of ['Month', 'List', 'Day']) {
      await page.getByText(view, { exact: true }).click();
      await page.getByText('Gutter').first().waitFor();
      assert.equal(await page.getByText('Boiler').count(), 0, view);
    }
    assert.equal(await page.locator('.time-column').count(), 1, 'the column of Piet');
    await choice(page, 'Everyone').click();
    await page.locator('.time-heading').getByRole('button', { name: 'Olga' }).click();
    await jobBox(page, ofPiet).waitFor({ state: 'detached' });
    assert.equal(await page.locator('.time-column').count(), 1);
    // Remembered, here and in the lists.
    await page.goto('/calendar?view=week&day=2027-05-05');
    await jobBox(page, ofOlga).waitFor();
    assert.equal(await jobBox(page, ofPiet).count(), 0);
    await goWithin(page, '/jobs');
    await page.getByRole('link', { name: /Boiler/ }).waitFor();
    assert.equal(await page.getByRole('link', { name: /Gutter/ }).count(), 0);
    await page.context().close();
  });
}

test('what is dropped or made in the week of a person is theirs', async () => {
  const id = await makeJob(olga, 'Waits');
  const path = '/calendar?view=week&day=2027-05-05';
  const { page } = await browser.signedInPage(server, { member: olga, path });
  await choice(page, 'Piet').click();
  const waiting = page.getByRole('link', { name: /Waits/ });
  const to = await pointAt(page, { day: '2027-05-06', time: '09:00' });
  await carry(page, await middleOf(waiting), to);
  await page.locator('.calendar-dragged', { hasText: 'Piet' }).waitFor();
  await page.mouse.up();
  await jobBox(page, id).waitFor();
  await eventually(async () => (await itemOf(olga, id)).assigneeId === piet.accountId);

  const free = await pointAt(page, { day: '2027-05-07', time: '14:00' });
  await page.mouse.click(free.x, free.y + 2);
  const dialog = page.getByRole('dialog', { name: 'New job' });
  await dialog.getByLabel('What needs to be done?').fill('By hand');
  assert.equal(
    await dialog.getByLabel('Assigned to').inputValue(),
    piet.accountId,
    'the person who is shown',
  );
  await dialog.getByText('New customer', { exact: true }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Anna');
  await dialog.getByRole('button', { name: 'Save job' }).click();
  await page.waitForURL('**/jobs/*-*');
  const made = await itemOf(olga, page.url().split('/').at(-1)!);
  assert.deepEqual(
    [made.assigneeId, made.scheduledStart],
    [piet.accountId, '2027-05-07T12:00:00.000Z'],
  );
  await page.context().close();
});

test('a job that was reopened after its person left is shown as theirs, and given to nobody', async () => {
  const leo = await signInAs(server, { brandId: olga.brandId, role: 'member', name: 'Leo' });
  const id = await makeJob(olga, 'Left behind', {
    scheduledStart: '2027-05-12T07:00:00Z',
    assigneeId: leo.accountId,
  });
  await changeItem(olga, id, { status: 'cancelled' });
  const open = await makeJob(olga, 'Open', { assigneeId: leo.accountId });
  await olga.call(`/v1/app/members/${leo.accountId}`, { method: 'DELETE' });
  await eventually(async () => (await itemOf(olga, open)).assigneeId === null);
  await changeItem(olga, id, { status: 'pending' });
  await changeItem(olga, id, { status: 'scheduled' });
  const { page } = await browser.signedInPage(server, {
    member: olga,
    path: '/calendar?view=day&day=2027-05-12',
  });
  await jobBox(page, id).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  const who = dialog.getByLabel('Who');
  assert.equal(await who.inputValue(), leo.accountId);
  await who.selectOption({ label: 'Nobody yet' });
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () => (await itemOf(olga, id)).assigneeId === null);
  await page.context().close();
});

test('planning one day reads the jobs of two weeks, not of two months', async () => {
  const id = await makeJob(olga, 'Plan me', { scheduledStart: '2027-05-12T07:00:00Z' });
  await makeJob(olga, 'Since Monday', {
    scheduledStart: '2027-06-07T07:00:00Z',
    scheduledEnd: '2027-06-18T15:00:00Z',
  });
  const { page } = await browser.signedInPage(server, {
    member: olga,
    path: '/calendar?view=day&day=2027-05-12',
  });
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).searchParams));
  await jobBox(page, id).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  await dialog.getByLabel('Start').fill('2027-06-17T09:00');
  await dialog.getByText(/Since Monday/).waitFor();
  const earlier = asked.filter((query) => query.get('scheduledTo') === '2027-06-16T22:00:00.000Z');
  assert.deepEqual(
    earlier.map((query) => query.get('scheduledFrom')),
    ['2027-06-02T22:00:00.000Z'],
  );
  await page.context().close();
});

test('arrows move between the days of a month, and do not scroll the page', async () => {
  const { page } = await browser.signedInPage(server, {
    member: olga,
    path: '/calendar?view=month&day=2027-05-12',
  });
  const day = (name: string) => page.locator(`[data-day="${name}"] .month-number`);
  await day('2027-05-12').focus();
  await page.evaluate(
    `addEventListener('keydown', (event) => { window.isPrevented = event.defaultPrevented; })`,
  );
  await page.keyboard.press('ArrowDown');
  await page.locator('[data-day="2027-05-19"] .month-number:focus').waitFor();
  assert.equal(await page.evaluate('isPrevented'), true);
  await page.context().close();
});
