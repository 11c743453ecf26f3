// Text half typed survives Escape, Back, the bottom bar and a reload; Back closes a dialog.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { draw } from '../support/finger.ts';
import { changeItem, itemOf, makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

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

test('Back while a lead is sent, and what is opened next is another lead', async () => {
  const form = dialog('New lead');
  const name = form.getByLabel('Name');
  let release = () => {};
  const holdNext = () => {
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    return page.route('**/v1/api/leads', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
  };
  const sendAndLeave = async (email = '') => {
    await form.getByLabel('E-mail address').fill(email);
    await form.getByLabel('In a few words').fill('Boiler');
    await holdNext();
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await form.getByRole('button', { name: 'Save lead' }).tap();
    await asked;
    await page.goBack();
    await form.waitFor({ state: 'detached' });
  };
  const leadsOf = async (customer: string) =>
    (await me.call(`/v1/api/leads?q=${customer}`)).body.data.length as number;

  assert.equal(await name.inputValue(), '');
  await name.fill('Onlyonce');
  await sendAndLeave();
  await openNewLead();
  assert.equal(await draftNote().count(), 0);
  await name.fill('Another');
  release();
  await page.getByText('Onlyonce').first().waitFor();
  await eventually(async () => (await leadsOf('Onlyonce')) === 1);
  assert.equal(await name.inputValue(), 'Another');
  await page.unrouteAll({ behavior: 'wait' });

  // A refusal is shown by the form while it is open, and keeps the draft.
  await form.getByLabel('In a few words').fill('Boiler');
  await form.getByLabel('E-mail address').fill('no address');
  await form.getByRole('button', { name: 'Save lead' }).tap();
  await form.locator('[aria-invalid=true]').first().waitFor();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await openNewLead();
  await draftNote().waitFor();
  assert.equal(await name.inputValue(), 'Another');

  // Else by the outbox.
  await sendAndLeave('no address');
  release();
  await page.getByRole('status').filter({ hasText: '1 change could not be sent' }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await openNewLead();
  assert.equal(await draftNote().count(), 0);
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show' }).tap();
  await page.getByRole('button', { name: 'Discard' }).tap();
  await page.getByText('Everything has been sent.').waitFor();
  await page.keyboard.press('Escape');
  await openNewLead();
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

const conflict = 'Someone else changed this in the meantime';

test('a restored draft never overwrites what a colleague wrote meanwhile', async () => {
  await page.goto(`/leads/${leadId}`);
  await page.getByRole('button', { name: 'Edit notes' }).tap();
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await notes.fill('Call before nine');
  await page.getByRole('link', { name: 'Customers' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  const added = await me.call(`/v1/api/work-items/${leadId}/notes`, {
    body: { text: 'Dog bites' },
  });
  assert.equal(added.status, 201);
  const theirs = (await itemOf(me, leadId)).notes;
  await page.goBack();
  await draftNote().waitFor();
  // What is typed now keeps the draft as old as it is.
  await notes.fill('Call before eight');
  await page.reload();
  await draftNote().waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  await page.getByRole('alert').filter({ hasText: conflict }).waitFor();
  await page.getByRole('definition').filter({ hasText: 'Dog bites' }).waitFor();
  assert.equal((await itemOf(me, leadId)).notes, theirs);
  await page.getByRole('button', { name: 'Keep their version' }).tap();
  await notes.waitFor({ state: 'detached' });
  assert.equal((await itemOf(me, leadId)).notes, theirs);

  await page.getByRole('button', { name: 'Edit', exact: true }).tap();
  await dialog('Edit').getByLabel('Title').fill('Mine');
  await page.goBack();
  await dialog('Edit').waitFor({ state: 'detached' });
  await changeItem(me, leadId, { title: 'Theirs' });
  await page.getByRole('heading', { level: 1, name: 'Theirs' }).waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).tap();
  await dialog('Edit').getByRole('button', { name: 'Save' }).tap();
  await dialog('Edit').getByText(conflict).waitFor();
  assert.equal((await itemOf(me, leadId)).title, 'Theirs');
  await dialog('Edit').getByRole('button', { name: 'Save my version anyway' }).tap();
  await dialog('Edit').waitFor({ state: 'detached' });
  assert.equal((await itemOf(me, leadId)).title, 'Mine');
});

test('so with a customer and an address', async () => {
  const { customerId } = await itemOf(me, leadId);
  const path = `/v1/api/customers/${customerId}`;
  const address = await me.call(`/v1/app/customers/${customerId}/address`, {
    body: { street: 'Dam', streetNumber: '1', city: 'Amsterdam' },
  });
  assert.equal(address.status, 201, address.text);
  const addressPath = `/v1/api/address/${address.body.id}`;
  const cases = [
    {
      name: 'Edit customer',
      button: 'Edit',
      field: 'Company',
      change: { companyName: 'Bakker BV' },
      path,
    },
    {
      name: 'Change address',
      button: 'Change address: Dam 1, Amsterdam',
      field: 'House number',
      change: { streetNumber: '12' },
      path: addressPath,
    },
  ];
  for (const { name, button, field, change, path: record } of cases) {
    await page.goto(`/customers/${customerId}`);
    await page.getByRole('button', { name: button, exact: true }).first().tap();
    await dialog(name).getByLabel(field, { exact: true }).fill('99999999');
    await page.keyboard.press('Escape');
    await dialog(name).waitFor({ state: 'detached' });
    const changed = await me.call(record, { method: 'PATCH', body: change });
    assert.equal(changed.status, 200, changed.text);
    await page.reload();
    await page
      .getByRole('button', { name: button.replace('1,', '12,'), exact: true })
      .first()
      .tap();
    await draftNote().waitFor();
    await dialog(name).getByRole('button', { name: 'Save' }).tap();
    await dialog(name).getByText('in the meantime').waitFor();
    const [key, value] = Object.entries(change)[0]!;
    assert.equal((await me.call(record)).body[key], value);
    await dialog(name).getByRole('button', { name: 'Use their version' }).tap();
    assert.equal(await dialog(name).getByLabel(field, { exact: true }).inputValue(), value);
    // Decided: what is typed from here on is no conflict.
    await dialog(name).getByLabel(field, { exact: true }).fill('88888888');
    await dialog(name).getByRole('button', { name: 'Save' }).tap();
    await dialog(name).waitFor({ state: 'detached' });
    assert.equal((await me.call(record)).body[key], '88888888');
  }
});

test('half a finished job is kept, with the signature', async () => {
  const id = await makeJob(me, 'Boiler');
  await changeItem(me, id, { status: 'in_progress' });
  await page.goto(`/jobs/${id}`);
  const finish = dialog('Finish job');
  const open = () => page.getByRole('button', { name: 'Finish job' }).tap();
  await open();
  await finish.getByLabel('Work done').fill('New valve');
  await finish.getByLabel('Materials').fill('Valve 15 mm');
  await finish.getByLabel('Final amount').fill('125.50');
  await finish.getByLabel('Name of the person signing').fill('Jan Jansen');
  const picture = () =>
    page.evaluate<string>(`document.querySelector('.item-signature-pad').toDataURL()`);
  const field = finish.getByRole('img', { name: 'Sign here' });
  await field.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await field.boundingBox())!;
  const at = (part: number) => ({ x: x + width * part, y: y + height * part });
  await draw(page, [at(0.2), at(0.5), at(0.8)]);
  const clear = finish.getByRole('button', { name: 'Clear' });
  await clear.and(page.locator(':enabled')).waitFor();
  const drawn = await picture();
  await page.goBack();
  await finish.waitFor({ state: 'detached' });

  await changeItem(me, id, { materials: 'Theirs' });
  await page.reload();
  await open();
  await draftNote().waitFor();
  assert.equal(await finish.getByLabel('Work done').inputValue(), 'New valve');
  assert.equal(await finish.getByLabel('Final amount').inputValue(), '125.50');
  assert.equal(await picture(), drawn);
  // A colleague wrote meanwhile: nothing is sent before it is decided.
  await finish.getByText(conflict).waitFor();
  await finish.getByRole('definition').filter({ hasText: 'Theirs' }).waitFor();
  await finish.getByRole('button', { name: 'Save my version anyway' }).tap();
  await finish.getByRole('button', { name: 'Finish job' }).tap();
  await finish.waitFor({ state: 'detached' });
  const item = await itemOf(me, id);
  assert.deepEqual(
    [item.status, item.completionNotes, item.materials, item.finalCost, item.signedBy],
    ['completed', 'New valve', 'Valve 15 mm', 12_550, 'Jan Jansen'],
  );
  assert.match(item.customerSignature, /^data:image\/png;base64,/);
});

test('a draft of more than a week ago is deleted', async () => {
  await page.goto('/leads');
  await openNewLead();
  await dialog('New lead').getByLabel('Name').fill('Long ago');
  await page.keyboard.press('Escape');
  await dialog('New lead').waitFor({ state: 'detached' });
  await page.evaluate(`for (const [key, text] of Object.entries(localStorage)) {
    if (!key.startsWith('vakwerk.draft ')) continue;
    localStorage[key] = JSON.stringify({ ...JSON.parse(text), at: Date.now() - 8 * 24 * 3_600_000 });
  }`);
  await page.reload();
  const isGone = `!JSON.stringify(localStorage).includes('Long ago')`;
  await eventually(() => page.evaluate<boolean>(isGone));
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
