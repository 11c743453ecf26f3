// Overlapping jobs on the calendar: readable at every width, said before and after a drop.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  desktop,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { carryBox, dragBox, jobBox } from '../support/calendar.ts';
import { itemOf, makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const boxWidthPxMin = 90;
const tablet = { width: 768, height: 1024 };

const server = await sharedServer();
let browser: TestBrowser;
let olga: SignedIn;
let piet: SignedIn;

before(async () => {
  browser = await openBrowser();
  olga = await signInAs(server, { name: 'Olga' });
  piet = await signInAs(server, { brandId: olga.brandId, role: 'member', name: 'Piet' });
});

after(() => browser?.close());

const between = (from: string, to: string) => ({
  scheduledStart: `2027-05-${from}:00Z`,
  scheduledEnd: `2027-05-${to}:00Z`,
});

test('two and five at once, by width', async (t) => {
  const long = 'Badkamerrenovatie met vloerverwarming';
  for (const n of [1, 2]) await makeJob(olga, `${long} ${n}`, between('04T07:00', '04T09:00'));
  for (let n = 1; n <= 5; n++) await makeJob(olga, `Five ${n}`, between('05T08:00', '05T10:00'));
  for (const [name, viewport, days, language] of [
    ['phone', phone, 3, 'en'],
    ['tablet', tablet, 3, 'nl'],
    ['desktop', desktop, 7, 'en'],
  ] as const) {
    await t.test(name, async () => {
      const { page } = await browser.signedInPage(server, {
        member: olga,
        viewport,
        language,
        path: '/calendar?view=week&day=2027-05-04',
      });
      await page.locator('.job-box').first().waitFor();
      const columns = page.locator('.time-column');
      assert.equal(await columns.count(), days);
      const first = days === 7 ? '2027-05-03' : '2027-05-04';
      assert.equal(await columns.first().getAttribute('data-day'), first);
      assert.ok((await columns.first().boundingBox())!.x >= 0, 'the first day is on the screen');
      for (const view of ['week', 'day']) {
        await goWithin(page, `/calendar?view=${view}&day=2027-05-04`);
        await page.locator('.time-column[data-day="2027-05-04"] .job-box').first().waitFor();
        await assertReadable(page);
      }
      await goWithin(page, '/calendar?view=week&day=2027-05-04');
      const fold = page.locator('.time-column[data-day="2027-05-05"] .time-fold');
      assert.equal(await fold.textContent(), '+4');
      await fold.click();
      const dialog = page.getByRole('dialog');
      for (let n = 1; n <= 5; n++) await dialog.getByText(`Five ${n}`).waitFor();
      await dialog.getByText('Five 3').click();
      await page.getByRole('dialog').getByText('Five 3', { exact: true }).waitFor();
      await assertAccessible(page);
      await page.context().close();
    });
  }
});

test('an overlap is said before the drop and in the toast, which undoes it', async () => {
  const { page } = await browser.signedInPage(server, { member: olga, path: '/calendar' });
  await makeJob(olga, 'In the way', {
    ...between('11T08:00', '11T10:00'),
    assigneeId: olga.accountId,
  });
  const id = await makeJob(olga, 'Dragged', {
    ...between('12T06:00', '12T08:00'),
    assigneeId: olga.accountId,
  });
  await goWithin(page, '/calendar?view=week&day=2027-05-12');
  await jobBox(page, id).waitFor();
  await carryBox(page, jobBox(page, id), { day: '2027-05-11', time: '09:00' });
  await page.locator('.job-ghost', { hasText: '09:00 – 11:00' }).waitFor();
  await page.locator('.calendar-dragged', { hasText: 'Overlaps with “In the way”' }).waitFor();
  await page.mouse.up();
  const toast = page.getByRole('alert').filter({ hasText: 'Overlaps with “In the way”' });
  await toast.getByText(/“Dragged” is now scheduled for/).waitFor();
  await startsAt(id, '2027-05-11T07:00:00.000Z');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await startsAt(id, '2027-05-12T06:00:00.000Z');

  // Escape leaves it where it is.
  await carryBox(page, jobBox(page, id), { day: '2027-05-14', time: '09:00' });
  await page.locator('.calendar-dragged').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.calendar-dragged').waitFor({ state: 'detached' });
  await page.mouse.up();
  await startsAt(id, '2027-05-12T06:00:00.000Z');
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.context().close();
});

test('dragged to another column of the day, a job changes hands', async () => {
  const { page } = await browser.signedInPage(server, { member: olga, path: '/calendar' });
  const id = await makeJob(olga, 'Whose', between('18T07:00', '18T09:00'));
  await goWithin(page, '/calendar?view=day&day=2027-05-18');
  for (const name of ['Nobody yet', 'Olga', 'Piet']) {
    await page.locator('.time-heading', { hasText: name }).waitFor();
  }
  const day = '2027-05-18';
  await dragBox(page, jobBox(page, id), { day, time: '09:00', person: piet.accountId });
  await page.getByText('“Whose” is now assigned to Piet').waitFor();
  await eventually(async () => (await itemOf(olga, id)).assigneeId === piet.accountId);
  await startsAt(id, '2027-05-18T07:00:00.000Z');
  await dragBox(page, jobBox(page, id), { day, time: '10:30', person: olga.accountId });
  await page.getByText(/“Whose” is now scheduled for .*10:30, for Olga/).waitFor();
  await startsAt(id, '2027-05-18T08:30:00.000Z');

  // The same colour wherever the person is shown.
  const colourOf = (element: Locator) => element.first().getAttribute('data-person');
  const colour = await colourOf(page.locator('.calendar-person', { hasText: 'Olga' }));
  assert.ok(colour);
  await eventually(async () => (await colourOf(jobBox(page, id))) === colour);
  await goWithin(page, '/jobs');
  const row = page.getByRole('row', { name: /Whose/ });
  assert.equal(await colourOf(row.getByRole('img', { name: 'Assigned to Olga' })), colour);
  await goWithin(page, '/calendar?view=day&day=2027-05-18');

  // By keyboard, with what else there is that day.
  await makeJob(olga, 'Later that day', {
    ...between('18T12:00', '18T13:00'),
    assigneeId: piet.accountId,
  });
  await makeJob(olga, 'Of Olga', {
    ...between('18T15:00', '18T16:00'),
    assigneeId: olga.accountId,
  });
  await jobBox(page, id).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  await dialog.getByLabel('Who').selectOption('Piet');
  await dialog.getByLabel('Start').fill('2027-05-18T12:00');
  await dialog.getByText('14:00 – 15:00 · Later that day · Piet').waitFor();
  assert.equal(await dialog.getByText('Overlaps').count(), 0);
  const ofOlga = dialog.getByText('17:00 – 18:00 · Of Olga · Olga');
  assert.ok(!(await ofOlga.isVisible()), 'folded');
  await dialog.getByText('1 job of others').click();
  await ofOlga.waitFor();
  await dialog.getByRole('button', { name: 'Half a day' }).click();
  await dialog.getByText('Overlaps').waitFor();
  assert.equal(await dialog.getByLabel('End').inputValue(), '2027-05-18T16:00');
  await dialog.getByRole('button', { name: '1 h', exact: true }).click();
  await dialog.getByText('Overlaps').waitFor({ state: 'detached' });
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { assigneeId, scheduledStart, scheduledEnd } = await itemOf(olga, id);
  assert.deepEqual(
    [assigneeId, scheduledStart, scheduledEnd],
    [piet.accountId, '2027-05-18T10:00:00.000Z', '2027-05-18T11:00:00.000Z'],
  );
  await page.context().close();
});

async function startsAt(id: string, moment: string): Promise<void> {
  await eventually(async () => (await itemOf(olga, id)).scheduledStart === moment);
}

/** Each box is wide enough for words, and no word is broken. */
async function assertReadable(page: Page): Promise<void> {
  await assertNoSidewaysScroll(page);
  const boxes = await page.locator('.time-column .job-box').all();
  assert.ok(boxes.length > 0);
  for (const box of boxes) {
    const { width, height } = (await box.boundingBox())!;
    assert.ok(width >= boxWidthPxMin, `${await box.textContent()}: ${width} × ${height} px`);
  }
  assert.deepEqual(await page.evaluate<string[]>(titlesWithBrokenWords), []);
  await assertAccessible(page);
}

// A word that does not fit ends in an ellipsis.
const titlesWithBrokenWords = `[...document.querySelectorAll('.time-column .job-box strong')]
  .map(({ firstChild }) => firstChild)
  .filter((title) =>
    [...title.data.matchAll(/[^\\s-]+/g)].some(({ index, 0: word }) => {
      const range = document.createRange();
      range.setStart(title, index);
      range.setEnd(title, index + word.length);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
      return new Set(tops).size > 1;
    }),
  )
  .map(({ data }) => data)`;
