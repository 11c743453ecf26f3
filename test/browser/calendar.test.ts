// The calendar, in a real browser.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { middleOf } from '../support/board.ts';
import { goWithin, openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { fingerOn } from '../support/finger.ts';
import { changeItem, itemOf, makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

// A tap becomes a click within this time.
const clickMsMax = 300;

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
  const event = page.getByRole('button', { name: /Move me/ });
  await event.dragTo(page.getByRole('button', { name: 'New job at 2027-03-04 12:00:00' }), {
    targetPosition: { x: 10, y: 2 },
  });
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

  await page
    .getByRole('link', { name: /Not planned yet/ })
    .dragTo(page.getByRole('button', { name: 'New job at 2027-03-03 10:00:00' }), {
      targetPosition: { x: 10, y: 2 },
    });
  await page
    .getByRole('button', { name: 'Not planned yet' })
    .and(page.locator('[data-event-id]'))
    .waitFor();
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

test('on the calendar a long press moves a job; a swipe scrolls', async () => {
  const times = { scheduledStart: '2027-05-04T09:00:00Z', scheduledEnd: '2027-05-04T10:30:00Z' };
  const id = await makeJob(me, 'By finger', times);
  const waitingId = await makeJob(me, 'From the tray by finger', { priority: 'urgent' });
  const { page: small } = await browser.signedInPage(server, {
    member: me,
    viewport: phone,
    path: '/calendar?view=month&day=2027-05-04',
  });
  const touch = await fingerOn(small);
  const event = small.locator(`[data-event-id="${id}"]`);
  const day = (name: string) => small.getByRole('button', { name: `${name} May 2027` });
  const pickUp = async (from: Locator) => {
    await from.scrollIntoViewIfNeeded();
    const point = await middleOf(from);
    await touch('touchStart', point);
    await small.locator('.calendar-dragged').waitFor();
    return point;
  };
  const letGo = async (title: string) => {
    await touch('touchEnd');
    await small.getByText(`“${title}” is now scheduled for`).waitFor();
    const dialog = small.getByRole('dialog').waitFor({ timeout: clickMsMax });
    await assert.rejects(dialog, /Timeout/, 'a drag is no tap');
  };
  const carry = async (title: string, from: Locator, to: Locator) => {
    const { x, y } = await pickUp(from);
    await to.scrollIntoViewIfNeeded();
    const { x: toX, y: toY } = await middleOf(to);
    for (const part of [0.5, 1]) {
      await touch('touchMove', { x: x + (toX - x) * part, y: y + (toY - y) * part });
    }
    await letGo(title);
  };
  await small.getByText('Press and hold a job to move it.').waitFor();
  const month = small.locator('.calendar-grid [data-scrollbars] >> nth=0');
  assert.ok(await month.evaluate(fitsItsWidth), 'the whole month is on the screen');
  await carry('By finger', event, day('13'));
  assert.equal((await itemOf(me, id)).scheduledStart, '2027-05-13T09:00:00.000Z');
  const waiting = small.getByRole('link', { name: /From the tray by finger/ });
  await carry('From the tray by finger', waiting, day('20'));
  assert.equal((await itemOf(me, waitingId)).scheduledStart, '2027-05-20T07:00:00.000Z');

  // As many days as fit, instead of a week.
  await goWithin(small, '/calendar?view=week&day=2027-05-10');
  const shownDays = small.locator('.mantine-WeekView-weekViewDayLabel');
  await shownDays.filter({ hasText: '12' }).waitFor();
  assert.equal(await event.count(), 0);
  await small.getByRole('button', { name: 'Next' }).click();
  await small.getByText(/13\s?–\s?15 May 2027/).waitFor();
  assert.equal(await shownDays.count(), 3);
  const { x, y } = await middleOf(event);
  const top = async () => (await middleOf(event)).y;
  // Sent together: on a busy machine the touch would otherwise become a long press.
  await Promise.all([
    touch('touchStart', { x, y }),
    ...[40, 80, 120].map((up) => touch('touchMove', { x, y: y - up })),
    touch('touchEnd'),
  ]);
  await eventually(async () => (await top()) < y - 20);
  assert.equal((await itemOf(me, id)).scheduledStart, '2027-05-13T09:00:00.000Z');
  await event.tap();
  const dialog = small.getByRole('dialog', { name: 'Reschedule' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await dialog.waitFor({ state: 'detached' });
  await pickUp(event);
  await touch('touchEnd');
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await dialog.waitFor({ state: 'detached' });

  // The night hours are hidden until the finger reaches the top edge of the grid.
  const grid = small.locator('.calendar-grid [data-scrollbars] >> nth=0');
  assert.ok(await grid.evaluate(fitsItsWidth), 'all three days are on the screen');
  const night = small.getByRole('button', { name: 'New job at 2027-05-13 01:00:00' });
  const held = await pickUp(event);
  const { y: edge } = (await grid.boundingBox())!;
  await touch('touchMove', { x: held.x, y: edge + 20 });
  await eventually(() => grid.evaluate(isAtTop));
  const { x: nightX } = await middleOf(night);
  await touch('touchMove', { x: nightX, y: (await night.boundingBox())!.y + 2 });
  await letGo('By finger');
  assert.equal((await itemOf(me, id)).scheduledStart, '2027-05-12T23:00:00.000Z');
  await small.context().close();
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
  const today = abroad.getByRole('button', { name: '11 June 2027' });
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
  await waiting.dragTo(page.getByRole('button', { name: '10 June 2027' }));
  await page.getByText('It cannot be moved from “Cancelled” to “Scheduled”').waitFor();
  await page.locator(`[data-event-id="${id}"]`).waitFor({ state: 'detached' });
  assert.equal((await itemOf(me, id)).scheduledStart, null);
  await page.unroute('**/v1/app/stream?*');
  browser.takeAway(/stream|ERR_FAILED/);
});

/** Runs in the page. */
function fitsItsWidth(element: object): boolean {
  const { scrollWidth, clientWidth } = element as { scrollWidth: number; clientWidth: number };
  return scrollWidth <= clientWidth;
}

/** Runs in the page. */
function isAtTop(element: object): boolean {
  return (element as { scrollTop: number }).scrollTop === 0;
}
