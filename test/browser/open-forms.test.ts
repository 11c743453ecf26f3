// A form is saved over the version it was opened with; closed while it is sent, it loses nothing.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { changeItem, itemOf, makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';

const server = await sharedServer();
let browser: TestBrowser;
let me: SignedIn;
let page: Page;

before(async () => {
  browser = await openBrowser();
  ({ page, me } = await browser.signedInPage(server));
});

after(() => browser?.close());

const scheduledStart = '2027-09-07T08:00:00Z';
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const list = () => dialog('Waiting to be sent');
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function openJob(title: string, status?: string): Promise<string> {
  const id = await makeJob(me, title, { scheduledStart });
  if (status) await changeItem(me, id, { status });
  await goWithin(page, `/jobs/${id}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  return id;
}

/** Holds the next write, and refuses it once it is released. */
async function refuseLater(path: string): Promise<() => Promise<void>> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await held;
    const json = { statusCode: 409, message: 'No such move', error: 'Conflict' };
    await route.fulfill({ status: 409, headers: { 'error-code': 'status_conflict' }, json });
  });
  return async () => {
    release();
    await page.getByRole('status').filter({ hasText: '1 change could not be sent' }).waitFor();
    await page.unroute(path);
  };
}

const isWrite = (id: string) => (request: { method: () => string; url: () => string }) =>
  request.method() === 'PATCH' && request.url().endsWith(id);

async function closeWhileSent(id: string, name: string, action: string): Promise<void> {
  const asked = page.waitForRequest(isWrite(id));
  await dialog(name).getByRole('button', { name: action, exact: true }).click();
  await asked;
  await page.keyboard.press('Escape');
  await dialog(name).waitFor({ state: 'detached' });
}

async function discardTheOne(): Promise<void> {
  await list().getByRole('button', { name: 'Discard' }).click();
  await list().getByText('Everything has been sent.').waitFor();
  await page.keyboard.press('Escape');
  await list().waitFor({ state: 'detached' });
}

test('what a colleague wrote while Finish was open is shown, not overwritten', async () => {
  const colleague = await signInAs(server, { brandId: me.brandId });
  const id = await openJob('Two write', 'in_progress');
  await button('Finish job').click();
  const form = dialog('Finish job');
  await form.getByLabel('Work done').fill('Mine');
  await changeItem(colleague, id, { title: 'Both write', completionNotes: 'Theirs' });
  // The page behind the form has read the change.
  await page.locator('h1', { hasText: 'Both write' }).waitFor();
  await changeItem(colleague, id, { materials: 'A pump' });
  await form.getByRole('button', { name: 'Finish job' }).click();
  await list().getByText('Someone else changed this in the meantime').waitFor();
  await list().getByText('Theirs', { exact: true }).waitFor();
  await form.waitFor({ state: 'detached' });
  assert.equal((await itemOf(me, id)).completionNotes, 'Theirs');
  assert.equal(await button('Undo').count(), 0);
  await list().getByRole('button', { name: 'Save my version anyway' }).click();
  await list().getByText('Everything has been sent.').waitFor();
  await page.keyboard.press('Escape');
  await list().waitFor({ state: 'detached' });
  const { status, completionNotes, materials } = await itemOf(me, id);
  assert.deepEqual([status, completionNotes, materials], ['completed', 'Mine', 'A pump']);
});

test('an Undo does not take back what a colleague chose since', async () => {
  const colleague = await signInAs(server, { brandId: me.brandId, name: 'Colleague' });
  const id = await openJob('Assigned twice');
  await page.getByLabel('Assigned to').selectOption(me.accountId);
  await button('Undo').waitFor();
  await changeItem(me, id, { assigneeId: colleague.accountId });
  await button('Undo').click();
  await list().getByText('Someone else changed this in the meantime').waitFor();
  assert.equal((await itemOf(me, id)).assigneeId, colleague.accountId);
  await list().getByRole('button', { name: 'Keep their version' }).click();
  await list().getByText('Everything has been sent.').waitFor();
  await page.keyboard.press('Escape');
  await list().waitFor({ state: 'detached' });
});

test('Finish, closed before it was refused, is in the outbox with its text', async () => {
  const id = await openJob('Finish me', 'in_progress');
  const refuse = await refuseLater(`**/work-items/${id}`);
  await button('Finish job').click();
  await dialog('Finish job').getByLabel('Work done').fill('All of it');
  await closeWhileSent(id, 'Finish job', 'Finish job');
  // Its end must not close what was opened since.
  await button('Cancel job').click();
  await dialog('Why is the job cancelled?')
    .getByLabel(/^Reason/)
    .fill('Too late');
  await refuse();
  assert.equal(
    await dialog('Why is the job cancelled?')
      .getByLabel(/^Reason/)
      .inputValue(),
    'Too late',
  );
  await dialog('Why is the job cancelled?')
    .getByRole('button', { name: 'Cancel', exact: true })
    .click();
  await dialog('Why is the job cancelled?').waitFor({ state: 'detached' });
  await button('Show').click();
  await list().getByText('Work done: All of it').waitFor();
  await discardTheOne();
});

test('a plan, closed before it was refused, is in the outbox with its times', async () => {
  const id = await openJob('Plan me');
  const refuse = await refuseLater(`**/work-items/${id}`);
  await button('Reschedule').click();
  await dialog('Reschedule').getByLabel('Start').fill('2027-09-08T09:30');
  await closeWhileSent(id, 'Reschedule', 'Schedule');
  await refuse();
  await button('Show').click();
  await list()
    .getByText(/8 Sep.*09:30/)
    .waitFor();
  await discardTheOne();
});

test('the reason of a lost lead is there again after a refusal', async () => {
  const { body: lead } = await me.call('/v1/api/leads', {
    body: { customerName: 'Jan Jansen', title: 'Loose tile' },
  });
  await goWithin(page, '/leads');
  const openSheet = async () => {
    await page.getByRole('button', { name: 'Move Loose tile to…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Lost' }).click();
  };
  await openSheet();
  await page.route(`**/work-items/${lead.id}`, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    const json = { statusCode: 409, message: 'No such move', error: 'Conflict' };
    await route.fulfill({ status: 409, headers: { 'error-code': 'status_conflict' }, json });
  });
  await page.getByLabel(/^Why was it lost/).fill('Too expensive');
  await page.getByRole('dialog').getByRole('button', { name: 'Move to Lost' }).click();
  const notice = page.getByRole('alert').filter({ hasText: '“Loose tile” was not moved' });
  await notice.getByRole('button', { name: 'Close' }).click();
  await page.unroute(`**/work-items/${lead.id}`);
  await openSheet();
  assert.equal(await page.getByLabel(/^Why was it lost/).inputValue(), 'Too expensive');
  await page.keyboard.press('Escape');
});

test('nothing can be typed into a note while it is sent', async () => {
  const id = await openJob('Slow note');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/notes', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  const note = page.getByRole('textbox', { name: 'New note' });
  await note.fill('First note');
  const asked = page.waitForRequest((request) => request.method() === 'POST');
  await button('Add note').click();
  await asked;
  await note.pressSequentially(' and more');
  assert.equal(await note.inputValue(), 'First note');
  release();
  await page.getByRole('listitem').getByText('First note', { exact: true }).waitFor();
  await page.unroute('**/notes');
  await note.fill('Second note');
  await button('Add note').click();
  await page.getByRole('listitem').getByText('Second note', { exact: true }).waitFor();
  const { body } = await me.call(`/v1/api/work-items/${id}/notes`);
  assert.deepEqual(
    body.data.map(({ text }: { text: string }) => text),
    ['First note', 'Second note'],
  );
});

const draftNote = (name: string) => dialog(name).getByText('This has not been saved yet.');

async function closed(name: string): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog(name).waitFor({ state: 'detached' });
}

test('a chosen customer is part of the draft of a job', async () => {
  await makeJob(me, 'With a customer');
  await goWithin(page, '/jobs');
  await button('New job').first().click();
  const find = dialog('New job').getByRole('combobox', { name: /customer/i });
  await find.fill('Anna');
  await page
    .getByRole('option', { name: /Anna Bakker/ })
    .first()
    .click();
  await closed('New job');
  await button('New job').first().click();
  await draftNote('New job').waitFor();
  assert.equal(await find.inputValue(), 'Anna Bakker');
  await dialog('New job').getByLabel('What needs to be done?').fill('Sweep the chimney');
  await dialog('New job').getByRole('button', { name: 'Save job' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sweep the chimney' }).waitFor();
});

test('a lead form with only what it began with is no draft; a restored reason says so', async () => {
  await goWithin(page, '/leads');
  await button('New lead').first().click();
  await dialog('New lead').getByLabel('Name').fill('Jan');
  await dialog('New lead').getByLabel('Name').fill('');
  await closed('New lead');
  await button('New lead').first().click();
  await dialog('New lead').waitFor();
  assert.equal(await draftNote('New lead').count(), 0);
  await closed('New lead');

  const why = 'Why is the job cancelled?';
  await openJob('Reason half typed');
  const cancelJob = () => page.getByRole('button', { name: 'Cancel job' }).first().click();
  await cancelJob();
  await dialog(why)
    .getByLabel(/^Reason/)
    .fill('Moved house');
  await closed(why);
  await cancelJob();
  await draftNote(why).waitFor();
  await dialog(why).getByRole('button', { name: 'Discard' }).click();
  assert.equal(
    await dialog(why)
      .getByLabel(/^Reason/)
      .inputValue(),
    '',
  );
});
