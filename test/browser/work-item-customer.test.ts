// A lead that went to the wrong customer is given to another one, and back.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { assertAccessible, goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { itemOf } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SignedIn } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();
let browser: TestBrowser;
let page: Page;
let me: SignedIn;

before(async () => {
  browser = await openBrowser();
  ({ page, me } = await browser.signedInPage(server, { path: '/leads' }));
});

after(() => browser?.close());

const makeLead = async (customerName: string, fields: object = {}) => {
  const answer = await me.call('/v1/api/leads', {
    body: { customerName, title: `Job of ${customerName}`, ...fields },
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};
const isCustomer = (name: string) => page.getByRole('link', { name, exact: true }).waitFor();
const choose = async () => {
  await page.getByRole('button', { name: 'Another customer…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who is the customer?' });
  await dialog.waitFor();
  return dialog;
};
const undo = () => page.getByRole('button', { name: 'Undo' }).click();

test('a lead goes to another customer, found by search, and back', async () => {
  const other = await makeLead('Karel Kok', { email: 'karel.kok@example.com' });
  const lead = await makeLead('Anna Visser', { phone: '0611112222' });
  await goWithin(page, `/leads/${lead.id}`);
  await isCustomer('Anna Visser');
  const dialog = await choose();
  await dialog.getByLabel('Search customers').fill('karel');
  const found = dialog.getByRole('button', { name: /Karel Kok.*karel\.kok@example\.com/ });
  await found.waitFor();
  await assertAccessible(page, '[role=dialog]');
  await found.click();
  await isCustomer('Karel Kok');
  assert.equal((await itemOf(me, lead.id)).customerId, other.customerId);
  await page.getByText('History', { exact: true }).click();
  await page.getByText('Changed: customer, notes', { exact: true }).waitFor();
  assert.match((await itemOf(me, lead.id)).notes, /0611112222 .*Anna Visser/);

  await undo();
  await isCustomer('Anna Visser');
  const { customerId, notes } = await itemOf(me, lead.id);
  assert.deepEqual([customerId, notes], [lead.customerId, lead.notes]);
});

test('a lead gets a new customer from its submission; undo archives that one', async () => {
  const phone = '0633334444';
  const owner = await makeLead('Jan Smit', { phone });
  const lead = await makeLead('Petra Smit', { phone });
  assert.equal(lead.customerId, owner.customerId);
  await goWithin(page, `/leads/${lead.id}`);
  await isCustomer('Jan Smit');
  const dialog = await choose();
  await dialog.getByRole('button', { name: 'Create a new customer from this lead' }).click();
  await isCustomer('Petra Smit');
  const { customerId, notes } = await itemOf(me, lead.id);
  assert.match(lead.notes, /Petra Smit/);
  assert.equal(notes, null);

  await undo();
  await isCustomer('Jan Smit');
  assert.equal((await itemOf(me, lead.id)).notes, lead.notes);
  await eventually(async () => {
    const { body } = await me.call(`/v1/api/customers/${customerId}`);
    return body.status === 'archived';
  });
});

test('the source is corrected in the form', async () => {
  const lead = await makeLead('Bron Bakker', { source: 'web' });
  await goWithin(page, `/leads/${lead.id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit' });
  await dialog.getByLabel('Source').selectOption('phone');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await itemOf(me, lead.id)).source, 'phone');
});

test('a Dutch member chooses a customer in Dutch', async () => {
  const lead = await makeLead('Kees Vos', { phone: '0655556666' });
  const path = `/leads/${lead.id}`;
  const { page: dutch } = await browser.signedInPage(server, { member: me, language: 'nl', path });
  await dutch.getByRole('button', { name: 'Andere klant…' }).click();
  const dialog = dutch.getByRole('dialog', { name: 'Wie is de klant?' });
  await dialog.getByRole('button', { name: 'Nieuwe klant maken uit deze aanvraag' }).waitFor();
  await dialog.getByLabel('Klanten zoeken').fill('niemand');
  await dialog.getByText('Geen andere klant gevonden').waitFor();
});
