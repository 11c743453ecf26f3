// The less usual moves of a job, and the other handles of the calendar.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { middleOf } from '../support/board.ts';
import { assertAccessible, goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { pointAt } from '../support/calendar.ts';
import { changeItem, itemOf, makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SignedIn } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const tabsMax = 60;

const server = await sharedServer();
let browser: TestBrowser;
let page: Page;
let me: SignedIn;

before(async () => {
  browser = await openBrowser();
  ({ page, me } = await browser.signedInPage(server, { name: 'Piet', path: '/jobs' }));
});

after(() => browser?.close());

const planned = { scheduledStart: '2027-09-07T08:00:00Z', scheduledEnd: '2027-09-07T10:00:00Z' };
const next = () => page.getByRole('group', { name: 'Next step' });
const move = (name: string) => next().getByRole('button', { name, exact: true });
const isNow = (status: string) =>
  page.getByText(`Now: ${status}`, { exact: true }).last().waitFor();
const job = (id: string) => page.locator(`[data-event-id="${id}"]`);

test('a job is cancelled with a reason, and reopened', async () => {
  const id = await makeJob(me, 'Boiler', planned);
  await goWithin(page, `/jobs/${id}`);
  await move('Cancel job').click();
  const dialog = page.getByRole('dialog', { name: 'Why is the job cancelled?' });
  await dialog.waitFor();
  await assertAccessible(page, '[role=dialog]');
  // Closing the dialog cancels nothing.
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await itemOf(me, id)).status, 'scheduled');

  await move('Cancel job').click();
  await dialog.getByLabel('Reason (optional)').fill('  Customer moved away ');
  await dialog.getByRole('button', { name: 'Cancel job' }).click();
  await isNow('Cancelled');
  await offers('Reopen');
  await page.getByText('History', { exact: true }).click();
  await page.getByText('From “Scheduled” to “Cancelled”').waitFor();
  await page.getByText('Reason: Customer moved away', { exact: true }).waitFor();
  await goWithin(page, '/jobs?view=cancelled');
  await page.getByRole('link', { name: 'Boiler' }).click();

  await move('Reopen').click();
  await isNow('To be scheduled');
  assert.equal((await itemOf(me, id)).status, 'pending');
  await offers('Start', 'Schedule', 'Cancel job');
});

test('a job is cancelled without a reason, in Dutch', async () => {
  const id = await makeJob(me, 'Kraan', planned);
  const { page: dutch } = await browser.signedInPage(server, {
    member: me,
    language: 'nl',
    path: `/jobs/${id}`,
  });
  await dutch.getByRole('button', { name: 'Klus annuleren' }).click();
  const dialog = dutch.getByRole('dialog', { name: 'Waarom gaat de klus niet door?' });
  await dialog.getByRole('button', { name: 'Klus annuleren' }).click();
  await dutch.getByText('Nu: Geannuleerd').waitFor();
  await dutch.getByRole('button', { name: 'Heropenen' }).waitFor();
  const { body } = await me.call(`/v1/api/work-items/${id}/history`);
  assert.equal(body.data.at(-1).reason, null);
  await dutch.context().close();
  await me.call('/v1/app/account', { method: 'PATCH', body: { language: 'en' } });
});

test('a finished job is reopened, and keeps its notes', async () => {
  const id = await makeJob(me, 'Roof', planned);
  await changeItem(me, id, { status: 'in_progress' });
  await changeItem(me, id, { status: 'completed', completionNotes: 'New tiles' });
  await goWithin(page, `/jobs/${id}`);
  await offers('Reopen');
  await move('Reopen').click();
  await isNow('In progress');
  await page.getByText('New tiles').waitFor();
  const { status, completionNotes } = await itemOf(me, id);
  assert.deepEqual([status, completionNotes], ['in_progress', 'New tiles']);
});

test('a job is unscheduled, and moves to the tray', async () => {
  const id = await makeJob(me, 'Gutter', {
    scheduledStart: '2027-09-14T08:00:00Z',
  });
  await goWithin(page, '/calendar?view=week&day=2027-09-14');
  await job(id).waitFor();
  await goWithin(page, `/jobs/${id}`);
  await move('Remove from calendar').click();
  // A notice of an earlier test may still say so.
  await offers('Start', 'Schedule', 'Cancel job');
  const { status, scheduledStart, scheduledEnd } = await itemOf(me, id);
  assert.deepEqual([status, scheduledStart, scheduledEnd], ['pending', null, null]);
  await goWithin(page, '/calendar?view=week&day=2027-09-14');
  const tray = page.getByRole('complementary', { name: 'To be scheduled' });
  await tray.getByRole('link', { name: /Gutter/ }).waitFor();
  await job(id).waitFor({ state: 'detached' });
});

test('in the month view a job is dragged to another day, and keeps its hours', async () => {
  // The clocks go back in between: the job stays at ten.
  const times = { scheduledStart: '2027-10-28T08:00:00Z', scheduledEnd: '2027-10-28T09:30:00Z' };
  const id = await makeJob(me, 'Over the month', times);
  await goWithin(page, '/calendar?view=month&day=2027-10-28');
  const day = page.getByRole('button', { name: /31 October 2027/ });
  // Otherwise the browser would scroll during the drag.
  await day.scrollIntoViewIfNeeded();
  await job(id).dragTo(day.locator('..'));
  await page.getByText(/^“Over the month” is now scheduled for Sun,? 31 Oct.*, 10:00/).waitFor();
  const { scheduledStart, scheduledEnd } = await itemOf(me, id);
  assert.deepEqual(
    [scheduledStart, scheduledEnd],
    ['2027-10-31T09:00:00.000Z', '2027-10-31T10:30:00.000Z'],
  );
});

test('in the month view a job is rescheduled by keyboard, and a day opens its hours', async () => {
  const times = { scheduledStart: '2027-11-09T08:00:00Z', scheduledEnd: '2027-11-09T09:00:00Z' };
  const id = await makeJob(me, 'By keys', times);
  await goWithin(page, '/calendar?view=month&day=2027-11-09');
  await job(id).waitFor();
  await tabTo(job(id));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  await dialog.getByLabel('Start').fill('2027-11-11T13:00');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () => {
    const { scheduledStart, scheduledEnd } = await itemOf(me, id);
    return (
      scheduledStart === '2027-11-11T12:00:00.000Z' && scheduledEnd === '2027-11-11T13:00:00.000Z'
    );
  });
  const day = page.getByRole('button', { name: /11 November 2027/ });
  await day.focus();
  await page.keyboard.press('ArrowLeft');
  await page
    .getByRole('button', { name: /10 November 2027/ })
    .and(page.locator(':focus'))
    .waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/calendar?view=day&day=2027-11-11');
  await page.getByRole('button', { name: /13:00 – 14:00/ }).waitFor();
});

test('in the week view a job is resized at its end', async () => {
  const times = { scheduledStart: '2027-12-07T08:00:00Z', scheduledEnd: '2027-12-07T10:00:00Z' };
  const id = await makeJob(me, 'Takes longer', times);
  await goWithin(page, '/calendar?view=week&day=2027-12-07');
  await pointAt(page, { day: '2027-12-07', time: '11:00' });
  const { height } = (await page.locator('.time-column').first().boundingBox())!;
  const hourPx = height / 24;
  for (const [hours, end] of [
    [1.5, '2027-12-07T11:30:00.000Z'],
    [-2.25, '2027-12-07T09:15:00.000Z'],
  ] as const) {
    await resize(id, hours * hourPx);
    await eventually(async () => (await itemOf(me, id)).scheduledEnd === end);
    assert.equal((await itemOf(me, id)).scheduledStart, '2027-12-07T08:00:00.000Z');
  }
  assert.equal(await page.getByRole('dialog').count(), 0, 'a drag is no click');
});

test('in the week view a finished job has no handles', async () => {
  const id = await makeJob(me, 'All done', { scheduledStart: '2027-12-14T09:00:00Z' });
  await changeItem(me, id, { status: 'in_progress' });
  await changeItem(me, id, { status: 'completed' });
  await goWithin(page, '/calendar?view=week&day=2027-12-14');
  await job(id).waitFor();
  assert.equal(await job(id).getAttribute('data-movable'), null);
  assert.equal(await handles(id).count(), 0);
});

/** Exactly these, in this order. */
async function offers(...names: string[]): Promise<void> {
  const isIt = async () =>
    (await next().getByRole('button').allTextContents()).join() === names.join();
  await eventually(isIt);
}

function handles(id: string) {
  return job(id).locator('.job-box-edge');
}

async function resize(id: string, downPx: number): Promise<void> {
  await job(id).hover();
  const { x, y } = await middleOf(handles(id).last());
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + downPx / 2, { steps: 4 });
  await page.mouse.move(x, y + downPx, { steps: 4 });
  await page.mouse.up();
}

/** By keyboard, as without a mouse. */
async function tabTo(wanted: Locator): Promise<void> {
  const here = wanted.and(page.locator(':focus'));
  for (let pressed = 0; pressed < tabsMax; pressed++) {
    if ((await here.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('the keyboard does not come there');
}
