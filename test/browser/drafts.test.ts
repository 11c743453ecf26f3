// Text half typed survives Escape, Back, the bottom bar and a reload; Back closes a dialog.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { itemOf } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';

const server = await sharedServer();
let browser: TestBrowser;
let me: SignedIn;
let page: Page;
let leadId: string;

before(async () => {
  browser = await openBrowser();
  me = await signInAs(server);
  const { body } = await me.call('/v1/api/leads', {
    body: { customerName: 'Jan Jansen', title: 'Leaking tap', description: 'In the kitchen' },
  });
  leadId = body.id;
  ({ page } = await browser.signedInPage(server, { member: me, viewport: phone }));
});

after(() => browser?.close());

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const draftNote = () => page.getByText('This has not been saved yet.');

async function openNewLead() {
  await page.getByRole('button', { name: 'New lead' }).tap();
  await dialog('New lead').waitFor();
}

test('Back closes a dialog, and what was typed is there again', async () => {
  await openNewLead();
  assert.equal(await draftNote().count(), 0);
  await dialog('New lead').getByLabel('Name').fill('Sanne Bakker');
  await dialog('New lead').getByLabel('Priority').selectOption('Urgent');
  await page.goBack();
  await dialog('New lead').waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).pathname, '/leads');

  for (const leave of [() => page.keyboard.press('Escape'), () => page.reload()]) {
    await openNewLead();
    await draftNote().waitFor();
    assert.equal(await dialog('New lead').getByLabel('Name').inputValue(), 'Sanne Bakker');
    assert.equal(await dialog('New lead').getByLabel('Priority').inputValue(), 'urgent');
    await leave();
    await dialog('New lead').waitFor({ state: 'detached' });
  }

  await openNewLead();
  await dialog('New lead').getByLabel('In a few words').fill('Boiler');
  await dialog('New lead').getByRole('button', { name: 'Save lead' }).tap();
  await dialog('New lead').waitFor({ state: 'detached' });
  await openNewLead();
  assert.equal(await dialog('New lead').getByLabel('Name').inputValue(), '');
  assert.equal(await draftNote().count(), 0);
});

test('a draft is discarded on request', async () => {
  await dialog('New lead').getByLabel('Name').fill('Nobody');
  await page.keyboard.press('Escape');
  await openNewLead();
  await page.getByRole('button', { name: 'Discard' }).tap();
  assert.equal(await dialog('New lead').getByLabel('Name').inputValue(), '');
  await draftNote().waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await openNewLead();
  assert.equal(await draftNote().count(), 0);
  await page.keyboard.press('Escape');
  await dialog('New lead').waitFor({ state: 'detached' });
});

test('closed dialogs leave nothing to go back to', async () => {
  await page.getByRole('link', { name: 'Jobs' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Cancel' }).tap(),
  ]) {
    await page.getByRole('button', { name: 'New job' }).first().tap();
    await dialog('New job').waitFor();
    await close();
    await dialog('New job').waitFor({ state: 'detached' });
  }
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
});

test('a page opened from a dialog replaces it in the history', async () => {
  await page.getByRole('link', { name: 'Jobs' }).tap();
  await page.getByRole('button', { name: 'New job' }).first().tap();
  const form = dialog('New job');
  await form.getByLabel('What needs to be done?').fill('Replace tap');
  await form.getByText('New customer', { exact: true }).tap();
  await form.getByLabel('Name').fill('Kees');
  // The kind of customer is part of the draft.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New job' }).first().tap();
  assert.equal(await form.getByLabel('Name').inputValue(), 'Kees');
  await form.getByRole('button', { name: 'Save job' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Replace tap' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
  await form.waitFor({ state: 'detached' });
});

test('half a note survives the bottom bar', async () => {
  await page.goto(`/leads/${leadId}`);
  await page.getByRole('button', { name: 'Edit notes' }).tap();
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await notes.fill('Call before ten');
  await page.getByRole('link', { name: 'Customers' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  await page.goBack();
  await draftNote().waitFor();
  assert.equal(await notes.inputValue(), 'Call before ten');
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  await notes.waitFor({ state: 'detached' });
  assert.equal((await itemOf(me, leadId)).notes, 'Call before ten');
});

test('a draft keeps newer changes of fields that it does not touch', async () => {
  await page.getByRole('button', { name: 'Edit', exact: true }).tap();
  await dialog('Edit').getByLabel('Title').fill('Leaking tap upstairs');
  await page.goBack();
  await dialog('Edit').waitFor({ state: 'detached' });
  await me.call(`/v1/api/work-items/${leadId}`, {
    method: 'PATCH',
    body: { description: 'In the bathroom' },
  });
  await page.getByText('In the bathroom').waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).tap();
  assert.equal(await dialog('Edit').getByLabel('Title').inputValue(), 'Leaking tap upstairs');
  await dialog('Edit').getByRole('button', { name: 'Save' }).tap();
  await dialog('Edit').waitFor({ state: 'detached' });
  const { title, description } = await itemOf(me, leadId);
  assert.deepEqual([title, description], ['Leaking tap upstairs', 'In the bathroom']);
});

test('signing out removes drafts from the device', async () => {
  await page.goto('/leads');
  await openNewLead();
  await dialog('New lead').getByLabel('Name').fill('Secret');
  await page.keyboard.press('Escape');
  await dialog('New lead').waitFor({ state: 'detached' });
  const kept = () => page.evaluate<string>('JSON.stringify(localStorage)');
  assert.match(await kept(), /Secret/);
  await page.getByRole('banner').getByRole('button').last().tap();
  await page.getByRole('menuitem', { name: 'Sign out' }).tap();
  await page.waitForURL('**/sign-in');
  assert.doesNotMatch(await kept(), /Secret/);
});
