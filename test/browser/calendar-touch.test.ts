// The calendar on a phone: a long press drags, a swipe scrolls.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { middleOf } from '../support/board.ts';
import { goWithin, openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { jobBox, pointAt } from '../support/calendar.ts';
import { fingerOn } from '../support/finger.ts';
import { itemOf, makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SignedIn } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

// A tap becomes a click within this time.
const clickMsMax = 300;

const server = await sharedServer();
let browser: TestBrowser;
let page: Page;
let me: SignedIn;
let touch: Awaited<ReturnType<typeof fingerOn>>;

before(async () => {
  browser = await openBrowser();
  ({ page, me } = await browser.signedInPage(server, { viewport: phone, path: '/jobs' }));
  touch = await fingerOn(page);
});

after(() => browser?.close());

test('from the list below the month, and from the tray, a job is dragged to a day', async () => {
  const times = { scheduledStart: '2027-05-04T09:00:00Z', scheduledEnd: '2027-05-04T10:30:00Z' };
  const id = await makeJob(me, 'By finger', times);
  const waitingId = await makeJob(me, 'From the tray', { priority: 'urgent' });
  await goWithin(page, '/calendar?view=month&day=2027-05-04');
  await page.getByText('Press and hold a job to move it.').waitFor();
  await carryToDay('By finger', page.getByRole('link', { name: /By finger/ }), '13');
  assert.equal((await itemOf(me, id)).scheduledStart, '2027-05-13T09:00:00.000Z');
  const waiting = page.getByRole('link', { name: /From the tray/ });
  await carryToDay('From the tray', waiting, '20');
  assert.equal((await itemOf(me, waitingId)).scheduledStart, '2027-05-20T06:00:00.000Z');

  await page.getByRole('button', { name: /13 May 2027, 1 job/ }).tap();
  await page.getByRole('link', { name: /By finger/ }).waitFor();
});

test('ten pixels move a job by a quarter, and a swipe scrolls', async () => {
  const times = { scheduledStart: '2027-06-08T08:00:00Z', scheduledEnd: '2027-06-08T10:00:00Z' };
  const id = await makeJob(me, 'Stays in hand', times);
  await goWithin(page, '/calendar?view=week&day=2027-06-07');
  const box = jobBox(page, id);
  await pointAt(page, { day: '2027-06-08', time: '11:00' });
  assert.equal(await page.locator('.time-column').count(), 3, 'as many days as fit');

  const top = async () => (await middleOf(box)).y;
  const { x, y } = await middleOf(box);
  // Sent together: on a busy machine the touch would otherwise become a long press.
  await Promise.all([
    touch('touchStart', { x, y }),
    ...[40, 80, 120].map((up) => touch('touchMove', { x, y: y - up })),
    touch('touchEnd'),
  ]);
  await eventually(async () => (await top()) < y - 20);
  assert.equal((await itemOf(me, id)).scheduledStart, '2027-06-08T08:00:00.000Z');

  await pointAt(page, { day: '2027-06-08', time: '11:00' });
  const held = await pickUp(box);
  await touch('touchMove', { x: held.x, y: held.y + 10 });
  await page.locator('.job-ghost', { hasText: '10:15 – 12:15' }).waitFor();
  const label = page.locator('.calendar-dragged', { hasText: '10:15 – 12:15' });
  await label.waitFor();
  const { x: left, width } = (await label.boundingBox())!;
  assert.ok(left >= 0 && left + width <= phone.width, 'all of the label is on the screen');
  await letGo('Stays in hand');
  assert.equal((await itemOf(me, id)).scheduledStart, '2027-06-08T08:15:00.000Z');
});

test('a tap and a long press without a move open the job', async () => {
  const id = await makeJob(me, 'Tapped', { scheduledStart: '2027-07-06T08:00:00Z' });
  await goWithin(page, '/calendar?view=week&day=2027-07-05');
  await pointAt(page, { day: '2027-07-06', time: '10:00' });
  const box = jobBox(page, id);
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  const close = async () => {
    await dialog.getByRole('button', { name: 'Close' }).tap();
    await dialog.waitFor({ state: 'detached' });
  };
  await box.tap();
  await close();
  await pickUp(box);
  await touch('touchEnd');
  await close();
});

test('dragged to the edge, the grid scrolls to the night', async () => {
  const id = await makeJob(me, 'To the night', {
    scheduledStart: '2027-08-03T07:00:00Z',
    scheduledEnd: '2027-08-03T08:00:00Z',
  });
  await goWithin(page, '/calendar?view=week&day=2027-08-02');
  const box = jobBox(page, id);
  await box.waitFor();
  const grid = page.locator('.time-grid');
  assert.ok(await grid.evaluate(fitsItsWidth), 'all days are on the screen');
  const held = await pickUp(box);
  const { y: edge } = (await grid.boundingBox())!;
  await touch('touchMove', { x: held.x, y: edge + 20 });
  await eventually(() => grid.evaluate(isAtTop));
  const column = (await page.locator('.time-column').nth(1).boundingBox())!;
  // 01:00, at the point of the box that was grabbed.
  const hourPx = column.height / 24;
  await touch('touchMove', { x: held.x, y: column.y + hourPx * 1.5 });
  await page.locator('.job-ghost', { hasText: '01:00' }).waitFor();
  await letGo('To the night');
  assert.equal((await itemOf(me, id)).scheduledStart, '2027-08-02T23:00:00.000Z');
});

async function pickUp(from: Locator): Promise<{ x: number; y: number }> {
  await from.scrollIntoViewIfNeeded();
  const point = await middleOf(from);
  await touch('touchStart', point);
  await page.locator('.calendar-dragged').waitFor();
  return point;
}

async function letGo(title: string): Promise<void> {
  await touch('touchEnd');
  await page.getByText(`“${title}” is now scheduled for`).waitFor();
  const dialog = page.getByRole('dialog').waitFor({ timeout: clickMsMax });
  await assert.rejects(dialog, /Timeout/, 'a drag is no tap');
}

async function carryToDay(title: string, from: Locator, day: string): Promise<void> {
  const { x, y } = await pickUp(from);
  const to = page.locator(`[data-day="2027-05-${day}"]`);
  await to.scrollIntoViewIfNeeded();
  const { x: toX, y: toY } = await middleOf(to);
  for (const part of [0.5, 1]) {
    await touch('touchMove', { x: x + (toX - x) * part, y: y + (toY - y) * part });
  }
  await letGo(title);
}

/** Runs in the page. */
function fitsItsWidth(element: object): boolean {
  const { scrollWidth, clientWidth } = element as { scrollWidth: number; clientWidth: number };
  return scrollWidth <= clientWidth;
}

/** Runs in the page. */
function isAtTop(element: object): boolean {
  return (element as { scrollTop: number }).scrollTop === 0;
}
