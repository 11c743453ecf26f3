// What is done is done at once, and can be undone from the notification.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn } from '../support/board.ts';
import {
  assertAccessible,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { itemOf, makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SignedIn } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();
let browser: TestBrowser;
let page: Page;
let me: SignedIn;

before(async () => {
  browser = await openBrowser();
  ({ page, me } = await browser.signedInPage(server));
});

after(() => browser?.close());

async function undo(done: string, on = page, name = 'Undo'): Promise<void> {
  const notice = on.getByRole('alert').filter({ hasText: done });
  await notice.getByRole('button', { name, exact: true }).click();
}

const step = (name: string) =>
  page.getByRole('group', { name: 'Next step' }).getByRole('button', { name, exact: true });

const statusBecomes = (id: string, status: string) =>
  eventually(async () => (await itemOf(me, id)).status === status);

test('a move on the board, in Dutch on a phone', async () => {
  const lead = { customerName: 'Sanne', title: 'Gutter' };
  const { body } = await me.call('/v1/api/leads', { body: lead });
  const { page: small } = await browser.signedInPage(server, {
    brandId: me.brandId,
    viewport: phone,
    language: 'nl',
  });
  const card = cardIn(small, 'Nieuw', 'Gutter');
  await card.getByRole('button', { name: 'Verplaats Gutter naar…' }).tap();
  await small.getByRole('dialog').getByRole('button', { name: 'Contact gehad' }).tap();
  await statusBecomes(body.id, 'contacted');
  await card.waitFor({ state: 'detached' });
  await small.getByText('“Gutter” staat nu in “Contact gehad”').waitFor();
  await assertAccessible(small);
  await undo('“Gutter” staat nu in “Contact gehad”', small, 'Ongedaan maken');
  await card.waitFor();
  await statusBecomes(body.id, 'request');
  await small.context().close();
});

test('a job taken from the calendar gets its times back, and other times too', async () => {
  const times = {
    scheduledStart: '2027-09-07T08:00:00.000Z',
    scheduledEnd: '2027-09-07T10:00:00.000Z',
  };
  const isAsBefore = async () => {
    const { status, scheduledStart, scheduledEnd } = await itemOf(me, id);
    return [status, scheduledStart, scheduledEnd].join() === Object.values(asBefore).join();
  };
  const asBefore = { status: 'scheduled', ...times };
  const id = await makeJob(me, 'Boiler', times);
  await goWithin(page, `/jobs/${id}`);
  await step('Remove from calendar').click();
  await statusBecomes(id, 'pending');
  await undo('Now: To be scheduled');
  await eventually(isAsBefore);
  await step('Reschedule').click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  await dialog.getByLabel('Start').fill('2027-09-09T10:00');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await eventually(async () => !(await isAsBefore()));
  await undo('9 Sep');
  await eventually(isAsBefore);
});

test('a move without a way back offers none', async () => {
  const id = await makeJob(me, 'Tap');
  await goWithin(page, `/jobs/${id}`);
  await step('Start').click();
  const notice = page.getByRole('alert').filter({ hasText: 'Now: In progress' });
  await notice.waitFor();
  assert.equal(await notice.getByRole('button', { name: 'Undo' }).count(), 0);
});

test('an archived customer', async () => {
  const lead = { customerName: 'Anna Archive', title: 'Roof' };
  const { body } = await me.call('/v1/api/leads', { body: lead });
  const statusOf = async () =>
    (await me.call(`/v1/api/customers/${body.customerId}`)).body.status as string;
  await goWithin(page, `/customers/${body.customerId}`);
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await eventually(async () => (await statusOf()) === 'archived');
  await undo('Archived');
  await eventually(async () => (await statusOf()) === 'active');
});

test('an Undo is gone with the session', async () => {
  const { page: own, me: member } = await browser.signedInPage(server);
  await member.call('/v1/api/leads', { body: { customerName: 'Piet', title: 'Roof' } });
  await cardIn(own, 'New', 'Roof').hover();
  await cardIn(own, 'New', 'Roof').getByRole('button', { name: 'Move Roof to…' }).click();
  await own.getByRole('dialog').getByRole('button', { name: 'Contacted' }).click();
  await own.getByRole('button', { name: 'Undo' }).waitFor();
  await own.getByRole('banner').getByRole('button').last().click();
  await own.getByRole('menuitem', { name: 'Sign out' }).click();
  await own.getByRole('heading', { name: 'Sign in' }).waitFor();
  await own.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await own.context().close();
});

test('a note that waits is discarded and taken back', async (t) => {
  const id = await makeJob(me, 'Cellar');
  // What is offline needs the cached app.
  const { page } = await browser.signedInPage(server, {
    member: me,
    serviceWorkers: 'allow',
    path: `/jobs/${id}`,
  });
  const isControlled = 'navigator.serviceWorker.controller !== null';
  await eventually(() => page.evaluate<boolean>(isControlled));
  t.after(() => page.context().setOffline(false));
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await page.getByRole('textbox', { name: 'New note' }).fill('Wet walls');
  await page.getByRole('button', { name: 'Add note' }).click();
  const note = page.getByRole('listitem').getByText('Wet walls', { exact: true });
  await note.waitFor();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const list = page.getByRole('dialog', { name: 'Waiting to be sent' });
  await list.getByRole('button', { name: 'Discard' }).click();
  await note.first().waitFor({ state: 'detached' });
  await undo('Discarded, not sent', page);
  await list.getByText('Wet walls').waitFor();
  await page.context().setOffline(false);
  await eventually(async () => (await itemOf(me, id)).notes === 'Wet walls');
  browser.takeAway(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/);
});
