// What waits to be sent is marked wherever its lead or job is shown, and plans wait too.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { assertAccessible, goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { changeItem, itemOf, makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();
let browser: TestBrowser;
let page: Page;
let me: SignedIn;
/** The `If-Match` of each change that was sent. */
let versions: (string | undefined)[] = [];

before(async () => {
  browser = await openBrowser();
  ({ page, me } = await browser.signedInPage(server, { serviceWorkers: 'allow' }));
  const isControlled = 'navigator.serviceWorker.controller !== null';
  await eventually(() => page.evaluate<boolean>(isControlled));
  page.context().on('request', (request) => {
    if (request.method() === 'PATCH') versions.push(request.headers()['if-match']);
  });
});

after(async () => {
  browser?.takeAway(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/);
  await browser?.close();
});

const goOnline = () => page.context().setOffline(false);

async function goOffline(t: TestContext): Promise<void> {
  // A failure must not fail the next test too.
  t.after(goOnline);
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  versions = [];
}

test('a plan and an assignment wait, in the calendar and in the lists', async (t) => {
  const id = await makeJob(me, 'Plan me offline');
  await goWithin(page, '/jobs');
  await page.getByRole('row', { name: /Plan me offline/ }).waitFor();
  const plan = page.getByRole('button', { name: 'Schedule “Plan me offline”' });
  await goWithin(page, `/jobs/${id}`);
  await page.getByText('No notes yet').waitFor();
  await goWithin(page, '/calendar?view=week&day=2027-10-05');
  await plan.waitFor();
  await goOffline(t);
  await plan.click();
  const dialog = page.getByRole('dialog', { name: 'Schedule' });
  await dialog.getByLabel('Start').fill('2027-10-05T09:00');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const box = page.locator(`[data-event-id="${id}"]`);
  await box.getByText('Waiting to be sent').waitFor({ state: 'attached' });
  await plan.waitFor({ state: 'detached' });
  await page.reload();
  await box.getByText('Waiting to be sent').waitFor({ state: 'attached' });
  await assertAccessible(page);
  await goWithin(page, `/jobs/${id}`);
  await page.getByLabel('Assigned to').selectOption(me.accountId);
  await page.getByText('2 changes are waiting to be sent').waitFor();
  await goWithin(page, '/jobs');
  const row = page.getByRole('row', { name: /Plan me offline/ });
  await row.getByText('Waiting to be sent').waitFor();
  await row.getByText(/5 Oct.*09:00/).waitFor();
  await row.getByText('Scheduled', { exact: true }).waitFor();
  await row.getByRole('img', { name: /^Assigned to/ }).waitFor();
  await goOnline();
  await eventually(async () => {
    const { status, scheduledStart, assigneeId } = await itemOf(me, id);
    const stored = [status, scheduledStart, assigneeId];
    return stored.join() === ['scheduled', '2027-10-05T07:00:00.000Z', me.accountId].join();
  });
  await row.getByText('Waiting to be sent').waitFor({ state: 'detached' });
  assert.ok(versions.length > 0 && versions.every(Boolean));
});

test('notes and new leads that wait are marked on the board and in the list', async (t) => {
  const { body: lead } = await me.call('/v1/api/leads', {
    body: { customerName: 'Lia List', title: 'Mark me' },
  });
  const card = (text: string) =>
    page.getByRole('region', { name: 'New' }).getByRole('listitem').filter({ hasText: text });
  await goWithin(page, '/leads?view=list');
  await page.getByRole('row', { name: /Mark me/ }).waitFor();
  await goWithin(page, '/leads');
  await card('Mark me').waitFor();
  await goWithin(page, `/leads/${lead.id}`);
  await page.getByText('No notes yet').waitFor();
  await goOffline(t);
  await page.getByRole('textbox', { name: 'New note' }).fill('Asks for tiles');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('listitem').getByText('Asks for tiles', { exact: true }).waitFor();
  await goWithin(page, '/leads?view=list');
  await page
    .getByRole('row', { name: /Mark me/ })
    .getByText('Waiting to be sent')
    .waitFor();
  await goWithin(page, '/leads');
  await card('Mark me').getByText('Waiting to be sent').waitFor();
  await page.getByRole('button', { name: 'New lead' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New lead' });
  await dialog.getByLabel('Name').fill('Wendy Waits');
  await dialog.getByLabel('In a few words').fill('Leaking tap');
  await dialog.getByRole('button', { name: 'Save lead' }).click();
  await card('Wendy Waits').getByText('Waiting to be sent').waitFor();
  await assertAccessible(page);
  await goOnline();
  await card('Wendy Waits').getByRole('link', { name: 'Leaking tap' }).waitFor();
  await page.getByText('Waiting to be sent').waitFor({ state: 'detached' });
});

test('a conflict over an assignment names the people', async (t) => {
  const piet = await signInAs(server, { brandId: me.brandId, name: 'Piet de Vries' });
  const id = await makeJob(me, 'Assigned twice');
  // The page reads the members again.
  await page.goto(`/jobs/${id}`);
  await page.getByText('No notes yet').waitFor();
  await goOffline(t);
  await page.getByLabel('Assigned to').selectOption({ label: 'Test Member (you)' });
  await page.getByText('1 change is waiting to be sent').waitFor();
  await changeItem(piet, id, { assigneeId: piet.accountId });
  await goOnline();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Assigned to: Test Member').waitFor();
  await dialog.getByRole('alert').getByText('Piet de Vries').waitFor();
  assert.doesNotMatch(await dialog.innerText(), new RegExp(piet.accountId));
  await dialog.getByRole('button', { name: 'Keep their version' }).click();
  await eventually(async () => (await itemOf(me, id)).assigneeId === piet.accountId);
});
