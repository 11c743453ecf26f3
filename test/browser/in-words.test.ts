// What the app says where something is refused, cannot be done, or is not there yet: in words, with a next step.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { assertAccessible, openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';

const server = await sharedServer();
let browser: TestBrowser;

before(async () => {
  browser = await openBrowser();
});

after(() => browser?.close());

test('in Dutch a refusal is read in Dutch; the service’s own words are folded away', async () => {
  const { page } = await browser.signedInPage(server, { language: 'nl', viewport: phone });
  await page.goto('/settings/webhooks/new');
  await page.getByLabel('Adres om naartoe te sturen').fill('https://10.0.0.1/');
  await page.getByRole('button', { name: 'Webhook maken' }).click();
  const note = page.getByRole('alert');
  await note.getByText('Adres: dit adres is niet vanaf het internet bereikbaar').waitFor();
  await note.getByText(/^Verzoek [0-9a-f-]{36}$/).waitFor();
  const original = note.getByText('must be a public address');
  assert.equal(await original.isVisible(), false);
  await note.getByText('Details voor wie je helpt').click();
  await original.waitFor();
  await assertAccessible(page);
});

test('a refusal that is no field’s is said as what is in the way', async () => {
  const { page, me } = await browser.signedInPage(server, { language: 'nl' });
  await page.goto('/settings/members');
  await page.getByLabel('E-mailadres').fill(me.email);
  await page.getByRole('button', { name: 'Uitnodiging maken' }).click();
  await page.getByRole('alert').getByText('Deze persoon is al lid.').waitFor();
});

test('a text is copied, or selected where the browser does not let us', async () => {
  const { page } = await browser.signedInPage(server);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const url = await newCalendarLink(page, 'Phone');
  const copy = page.getByRole('button', { name: /^Cop(y|ied)$/ }).last();
  await copy.click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), url);
  assert.equal(await page.getByText('does not let us copy').isVisible(), false);

  await page.context().clearPermissions();
  await page.evaluate(`navigator.clipboard.writeText = async () => {
    throw new DOMException('Write permission denied.', 'NotAllowedError');
  }`);
  await copy.click();
  await page.getByText('Your browser does not let us copy.').waitFor();
  assert.equal(await page.evaluate('String(getSelection())'), url);
  await assertAccessible(page);
  // As on a page without https, which has no clipboard at all.
  await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined });
    getSelection().removeAllRanges()`);
  await copy.click();
  await page.waitForFunction(`String(getSelection()) === ${JSON.stringify(url)}`);
});

async function newCalendarLink(page: Page, name: string): Promise<string> {
  await page.goto('/settings/calendar');
  await page.getByText('There are no links yet. Make one above.').waitFor();
  await page.getByLabel('Whose phone is it for?').fill(name);
  await page.getByRole('button', { name: 'Make the link' }).click();
  return (await page.getByLabel('Address for Google and Outlook', { exact: true }).textContent())!;
}

test('where there is nothing, the next step is a press away', async () => {
  const me = await signInAs(server);
  const { page } = await browser.signedInPage(server, { member: me });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).click();
  const shows = (heading: string) => page.getByRole('heading', { name: heading }).waitFor();

  await page.goto('/customers?q=zzz');
  await shows('Nobody found');
  await press('Look in the archive too');
  await page.waitForURL('**/customers?q=zzz&archived=include');
  await press('Clear the search');
  await page.waitForURL('**/customers?archived=include');
  await page.goto('/customers?archived=only');
  await shows('The archive is empty');
  await press('To the customers');
  await shows('No customers yet');

  await page.goto('/customers/duplicates');
  await shows('No duplicates found');
  await page.getByRole('main').getByRole('link', { name: 'To the customers' }).click();
  await page.waitForURL('**/customers');
  await page.goto('/customers/nothing');
  await follow('To the customers');
  await page.waitForURL('**/customers');

  await page.goto('/settings/requests?show=faults');
  await shows('Nothing here');
  await press('Show all requests');
  await page.waitForURL('**/settings/requests?show=all');

  const customerId = await customerWithoutJobs(me);
  await page.goto(`/customers/${customerId}`);
  await press('Add a phone number or e-mail address');
  await page.getByRole('dialog', { name: 'Edit customer' }).waitFor();
  await page.keyboard.press('Escape');
  await press('New job');
  const form = page.getByRole('dialog', { name: 'New job' });
  assert.equal(await form.getByRole('combobox', { name: 'Find a customer' }).inputValue(), 'Nora');
  await form.getByLabel('What has to be done').fill('Gutter');
  await form.getByRole('button', { name: 'Save the job' }).click();
  await page.waitForURL('**/jobs/*');
  const { body } = await me.call(`/v1/api/work-items?customerId=${customerId}`);
  assert.deepEqual(
    body.data.map(({ title }: { title: string }) => title),
    ['Gutter'],
  );
});

async function customerWithoutJobs(me: SignedIn): Promise<string> {
  const lead = { customerName: 'Nora', title: 'Gutter' };
  return (await me.call('/v1/api/leads', { body: lead })).body.customerId;
}
