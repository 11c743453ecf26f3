// The calendar, in a real browser.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { middleOf } from '../support/board.ts';
import { goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { carry, dragBox, jobBox, pointAt } from '../support/calendar.ts';
import { changeItem, itemOf, makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

// At an edge, scrolling begins within this time.
const scrollMsMax = 600;

const server = await sharedServer();
let browser: TestBrowser;
let page: Page;
let me: SignedIn;

before(async () => {
  browser = await openBrowser();
  ({ page, me } = await browser.signedInPage(server, { path: '/calendar' }));
});

after(() => browser?.close());

test('a job is moved on the calendar by mouse, by keyboard and from the tray', async () => {
  const id = await makeJob(me, 'Move me', {
    scheduledStart: '2027-03-02T09:00:00Z',
    scheduledEnd: '2027-03-02T10:30:00Z',
  });
  await makeJob(me, 'Not planned yet');
  await makeJob(me, 'Takes weeks', {
    scheduledStart: '2027-01-20T09:00:00Z',
    scheduledEnd: '2027-03-03T10:00:00Z',
  });
  await goWithin(page, '/calendar?view=week&day=2027-03-02');
  await page.getByRole('button', { name: /Takes weeks/ }).waitFor();
  await page.getByRole('link', { name: /Not planned yet/ }).waitFor();
  const event = page.getByRole('button', { name: /Move me/ });
  await dragBox(page, event, { day: '2027-03-04', time: '12:00' });
  const isOtherYear = new Date().getFullYear() !== 2027;
  const told = isOtherYear ? 'Thu, 4 Mar 2027, 12:00' : 'Thu 4 Mar, 12:00';
  await page.getByText(`“Move me” is now scheduled for ${told}`).waitFor();
  const moved = await itemOf(me, id);
  assert.equal(moved.scheduledStart, '2027-03-04T11:00:00.000Z');
  assert.equal(moved.scheduledEnd, '2027-03-04T12:30:00.000Z');

  await event.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  // The field is empty while a date is typed.
  await dialog.getByLabel('Start').fill('');
  await dialog.getByLabel('Start').fill('2027-03-05T08:00');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const { scheduledStart, scheduledEnd } = await itemOf(me, id);
  assert.deepEqual(
    [scheduledStart, scheduledEnd],
    ['2027-03-05T07:00:00.000Z', '2027-03-05T08:30:00.000Z'],
  );

  // Marked and planned alike: the quarter of the pointer.
  const waiting = page.getByRole('link', { name: /Not planned yet/ });
  const { x, y } = await pointAt(page, { day: '2027-03-03', time: '13:05' });
  await carry(page, await middleOf(waiting), { x, y });
  await page.locator('.job-ghost', { hasText: '13:00 – 15:00' }).waitFor();
  await page.locator('.calendar-dragged', { hasText: '13:00 – 15:00' }).waitFor();
  await page.mouse.up();
  const fromTray = page.locator('[data-event-id]', { hasText: 'Not planned yet' });
  await fromTray.waitFor();
  const trayId = (await fromTray.getAttribute('data-event-id'))!;
  await eventually(async () => (await itemOf(me, trayId)).status === 'scheduled');
  assert.equal((await itemOf(me, trayId)).scheduledStart, '2027-03-03T12:00:00.000Z');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await waiting.waitFor();
  const { status, scheduledStart: noStart } = await itemOf(me, trayId);
  assert.deepEqual([status, noStart], ['pending', null]);
});

test('a reopened job is planned anew from the tray, also for its old time', async () => {
  const id = await makeJob(me, 'Open again', {
    scheduledStart: '2027-06-08T09:00:00Z',
    scheduledEnd: '2027-06-08T10:00:00Z',
  });
  await changeItem(me, id, { status: 'cancelled' });
  await changeItem(me, id, { status: 'pending' });
  await goWithin(page, '/calendar?view=week&day=2027-06-08');
  const waiting = page.getByRole('link', { name: /Open again/ });
  const drop = async (time: string, stored: string) => {
    const to = await pointAt(page, { day: '2027-06-08', time });
    await carry(page, await middleOf(waiting), to);
    await page.locator('.job-ghost', { hasText: time }).waitFor();
    await page.mouse.up();
    await eventually(async () => {
      const { status, scheduledStart } = await itemOf(me, id);
      return status === 'scheduled' && scheduledStart === stored;
    });
  };
  await drop('13:00', '2027-06-08T11:00:00.000Z');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await waiting.waitFor();
  await drop('11:00', '2027-06-08T09:00:00.000Z');
});

test('a job is dragged by its start and by its end, in quarters, and shows the time', async () => {
  const id = await makeJob(me, 'Stretch me', {
    scheduledStart: '2027-05-11T08:00:00Z',
    scheduledEnd: '2027-05-11T10:00:00Z',
  });
  await goWithin(page, '/calendar?view=week&day=2027-05-11');
  const edge = (name: string) => jobBox(page, id).locator(`[data-edge="${name}"]`);
  await edge('start').waitFor();
  const drag = async (name: string, time: string, shown: string, stored: string[]) => {
    const to = await pointAt(page, { day: '2027-05-11', time });
    await carry(page, await middleOf(edge(name)), to);
    await page.locator('.job-ghost', { hasText: shown }).waitFor();
    await page.locator('.calendar-dragged', { hasText: shown }).waitFor();
    await page.mouse.up();
    await eventually(async () => {
      const { scheduledStart, scheduledEnd } = await itemOf(me, id);
      return [scheduledStart, scheduledEnd].join() === stored.join();
    });
  };
  const ten = '2027-05-11T10:00:00.000Z';
  const early = '2027-05-11T06:45:00.000Z';
  await drag('start', '08:47', '08:45 – 12:00', [early, ten]);
  await drag('end', '13:32', '08:45 – 13:30', [early, '2027-05-11T11:30:00.000Z']);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await eventually(async () => (await itemOf(me, id)).scheduledEnd === ten);
});

test('grabbed near the edge and dragged sideways, a job keeps its time', async () => {
  const id = await makeJob(me, 'Sideways', {
    scheduledStart: '2027-09-07T13:00:00Z',
    scheduledEnd: '2027-09-07T15:00:00Z',
  });
  await goWithin(page, '/calendar?view=week&day=2027-09-07');
  const box = jobBox(page, id);
  await box.waitFor();
  const grid = page.locator('.time-grid');
  const bottom = async () => {
    const { y, height } = (await grid.boundingBox())!;
    return Math.min(y + height, page.viewportSize()!.height);
  };
  // 15:30 is just above the lower edge.
  const [{ y: at }, edge] = [
    await pointAt(page, { day: '2027-09-07', time: '15:30' }),
    await bottom(),
  ];
  await page.evaluate(`document.querySelector('.time-grid').scrollBy(0, ${at - edge + 20})`);
  const from = await middleOf(page.locator('.time-column[data-day="2027-09-07"]'));
  const to = await middleOf(page.locator('.time-column[data-day="2027-09-09"]'));
  const y = edge - 20;
  await page.mouse.move(from.x, y);
  await page.mouse.down();
  await page.mouse.move(to.x, y, { steps: 5 });
  await page.locator('.job-ghost', { hasText: '15:00 – 17:00' }).waitFor();
  const scrolled = page
    .locator('.job-ghost', { hasText: '15:00 – 17:00' })
    .waitFor({ state: 'detached', timeout: scrollMsMax });
  await assert.rejects(scrolled, /Timeout/, 'nothing scrolls');
  await page.mouse.up();
  await eventually(
    async () => (await itemOf(me, id)).scheduledStart === '2027-09-09T13:00:00.000Z',
  );
});

test('night jobs and all-day jobs are in the week view too', async () => {
  // In Amsterdam: 23:30 without an end, and midnight to midnight.
  await makeJob(me, 'At night', { scheduledStart: '2027-04-13T21:30:00Z' });
  const wholeDay = { scheduledStart: '2027-04-20T22:00:00Z', scheduledEnd: '2027-04-21T22:00:00Z' };
  await makeJob(me, 'All of the day', wholeDay);
  for (const [day, title] of [
    ['2027-04-13', 'At night'],
    ['2027-04-21', 'All of the day'],
  ]) {
    await goWithin(page, `/calendar?view=week&day=${day}`);
    await page.getByRole('button', { name: title! }).waitFor();
  }
});

test('a finished job cannot be moved: the calendar links to its page', async () => {
  const id = await makeJob(me, 'All done', { scheduledStart: '2027-04-06T09:00:00Z' });
  await changeItem(me, id, { status: 'in_progress' });
  await changeItem(me, id, { status: 'completed' });
  await goWithin(page, '/calendar?view=week&day=2027-04-06');
  await page.getByRole('button', { name: /All done/ }).click();
  await page.waitForURL(`**/jobs/${id}`);
  assert.equal(await page.getByRole('dialog').count(), 0);
});

test('days are in the brand’s time zone, wherever the member is', async () => {
  const owner = await signInAs(server);
  const zone = { timeZone: 'Pacific/Auckland' };
  await owner.call('/v1/app/brand', { method: 'PATCH', body: zone });
  const evening = { scheduledStart: '2027-06-11T08:00:00Z', scheduledEnd: '2027-06-11T12:00:00Z' };
  const body = { title: 'Until midnight', customer: { name: 'Anna Bakker' }, ...evening };
  assert.equal((await owner.call('/v1/api/work-items', { body })).status, 201);
  // 00:30 there, still the previous day in Amsterdam, where the browser is.
  const { page: abroad } = await browser.signedInPage(server, {
    member: owner,
    path: '/calendar?view=month',
    prepare: (opened) => opened.clock.setFixedTime('2027-06-10T12:30:00Z'),
  });
  const today = abroad.getByRole('button', { name: /11 June 2027/ });
  assert.equal(await today.getAttribute('aria-current'), 'date');
  assert.equal(await abroad.locator('[data-today]').count(), 1);
  await abroad.getByText('List', { exact: true }).click();
  await abroad.getByRole('heading', { name: /^Today/ }).waitFor();
  const entries = abroad.getByRole('link', { name: /20:00 – 00:00/ });
  assert.equal(await entries.count(), 1);
  await abroad.context().close();
});

test('a refused move is reverted, with the reason', async () => {
  const id = await makeJob(me, 'Called off');
  // This page gets no events.
  await page.route('**/v1/app/stream?*', (route) => route.abort());
  await page.goto('/calendar?view=month&day=2027-06-10');
  const waiting = page.getByRole('link', { name: /Called off/ });
  await waiting.waitFor();
  await changeItem(me, id, { status: 'cancelled' });
  await waiting.dragTo(page.locator('[data-day="2027-06-10"]'));
  await page.getByText('It cannot be moved from “Cancelled” to “Scheduled”').waitFor();
  await page.locator(`[data-event-id="${id}"]`).waitFor({ state: 'detached' });
  assert.equal((await itemOf(me, id)).scheduledStart, null);
  await page.unroute('**/v1/app/stream?*');
  browser.takeAway(/stream|ERR_FAILED/);
});
