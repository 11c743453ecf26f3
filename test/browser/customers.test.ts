// Customers and the overview, as members see them.
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertAccessible,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { assertOnlyText, markup } from '../support/markup.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';

const canary = markup('text');

const server = await sharedServer();
let browser: TestBrowser;
let owner: SignedIn;
let page: Page;

before(async () => {
  browser = await openBrowser();
  owner = await signInAs(server, { role: 'owner' });
  ({ page } = await browser.signedInPage(server, { member: owner, path: '/customers' }));
});

after(() => browser?.close());

async function customerWith(fields: Record<string, string>, by = owner): Promise<string> {
  const { status, body } = await by.call('/v1/api/leads', {
    body: { title: 'Leaking tap', ...fields },
  });
  assert.equal(status, 201);
  return body.customerId;
}

test('a customer is found while typing, and their page lists all their work', async () => {
  const id = await customerWith({
    customerName: `Anna Appel ${canary}`,
    email: 'anna@example.com',
    phone: '06-11112222',
    street: 'Kerkstraat',
    city: 'Utrecht',
    description: canary,
  });
  const job = { customerId: id, title: 'New boiler', scheduledStart: '2026-11-20T09:00:00Z' };
  assert.equal((await owner.call('/v1/api/work-items', { body: job })).status, 201);
  await customerWith({ customerName: 'Bert Boom', email: 'bert@example.com' });

  await goWithin(page, '/customers');
  await page.getByRole('link', { name: 'Bert Boom' }).waitFor();
  await page.getByRole('searchbox').fill('app');
  await page.getByRole('link', { name: 'Bert Boom' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Anna Appel' }).click();

  await page.getByRole('heading', { level: 1, name: `Anna Appel ${canary}` }).waitFor();
  const lead = page.getByRole('list', { name: 'Leads' }).getByRole('link', { name: /Leaking tap/ });
  assert.match((await lead.getAttribute('href')) ?? '', /^\/leads\//);
  await page
    .getByRole('list', { name: 'Jobs' })
    .getByRole('link', { name: /New boiler/ })
    .waitFor();
  for (const [name, href] of [
    [/06-11112222/, 'tel:0611112222'],
    [/WhatsApp/, 'https://wa.me/31611112222'],
    [/anna@example.com/, 'mailto:anna@example.com'],
  ] as const) {
    assert.equal(await page.getByRole('link', { name }).getAttribute('href'), href);
  }
  await page.getByText('Kerkstraat').waitFor();
  await assertOnlyText(page);
  await page.goBack();
  assert.equal(await page.getByRole('searchbox').inputValue(), 'app');
  // The link to all customers clears the field too.
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('link', { name: 'Bert Boom' }).waitFor();
  assert.equal(await page.getByRole('searchbox').inputValue(), '');
});

test('a conflicting change shows the first one, and the choice', async () => {
  const id = await customerWith({ customerName: 'Carla', email: 'carla@example.com' });
  const path = `/v1/api/customers/${id}`;
  const change = (body: object) => owner.call(path, { method: 'PATCH', body });
  await goWithin(page, `/customers/${id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit customer' });
  await form.getByLabel('Name', { exact: true }).fill('Carla Mine');
  await change({ name: 'Carla Cox' });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Someone else changed this customer in the meantime').waitFor();
  await form.getByRole('listitem').filter({ hasText: 'Name: Carla Cox' }).waitFor();
  await form.getByRole('button', { name: 'Use their version' }).click();
  assert.equal(await form.getByLabel('Name', { exact: true }).inputValue(), 'Carla Cox');
  await form.getByLabel('E-mail address').fill('no address');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Enter a valid e-mail address').waitFor();
  await form.getByLabel('E-mail address').fill('carla.cox@example.com');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: /carla.cox@example.com/ }).waitFor();

  await page.getByRole('button', { name: 'Edit' }).click();
  await form.getByLabel('Second phone').fill('030 765 43 21');
  await change({ notes: 'Has a dog', secondaryPhone: '030 111 11 11' });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('button', { name: 'Save my version' }).click();
  await form.waitFor({ state: 'detached' });
  const { body } = await owner.call(path);
  assert.deepEqual([body.notes, body.secondaryPhone], ['Has a dog', '030 765 43 21']);

  await page.getByRole('button', { name: 'Edit' }).click();
  await form.getByLabel('Company').fill('Cox');
  await change({ notes: 'Has two dogs' });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  // I changed nothing, so there is no conflict to resolve.
  await form.waitFor({ state: 'detached' });
  const { notes, companyName } = (await owner.call(path)).body;
  assert.deepEqual([notes, companyName], ['Has two dogs', 'Cox']);
});

test('an address is corrected in place', async () => {
  const place = { street: 'Kerkstraat', streetNumber: '1', city: 'Utrecht' };
  const adele = { customerName: 'Adele', email: 'adele@example.com', ...place };
  const [id] = [await customerWith(adele), await customerWith(adele), await customerWith(adele)];
  await goWithin(page, `/customers/${id}`);
  // Each lead keeps its own address.
  await page.getByText('Changing it here does not change it there').waitFor();
  await page.getByText('Kerkstraat 1').waitFor();
  const change = page.getByRole('button', { name: 'Change address: Kerkstraat 1' });
  await change.click();
  const form = page.getByRole('dialog', { name: 'Change address' });
  await form.getByLabel('Street').and(page.locator(':focus')).waitFor();
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes.push(request.postData() ?? '');
  });
  await form.getByRole('button', { name: 'Save' }).click();
  await change.and(page.locator(':focus')).waitFor();
  assert.deepEqual(changes, []);
  await change.click();
  await form.getByLabel('Street').fill(`Dorpsstraat ${canary}`);
  await form.getByLabel('House number').fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`Dorpsstraat ${canary}`, { exact: true }).waitFor();
  await form.waitFor({ state: 'detached' });
  await assertOnlyText(page);
  await page.getByText('Several leads or jobs have this address').waitFor();
  const { addressId } = (await owner.call(`/v1/api/customers/${id}`)).body;
  const { body } = await owner.call(`/v1/api/address/${addressId}`);
  const { street, streetNumber, city } = body;
  assert.deepEqual([street, streetNumber, city], [`Dorpsstraat ${canary}`, '', 'Utrecht']);
});

test('an address is added where there is none, and each has its own label', async () => {
  const fields = { customerName: 'Zoë', email: 'zoe@example.com' };
  const id = await customerWith(fields);
  const look = { viewport: phone, language: 'nl', colorScheme: 'dark' } as const;
  const { page: small } = await browser.signedInPage(server, {
    role: 'member',
    brandId: owner.brandId,
    path: `/customers/${id}`,
    ...look,
  });
  await small.getByText('Geen adres bekend').waitFor();
  await small.getByRole('button', { name: 'Adres toevoegen' }).tap();
  const form = small.getByRole('dialog', { name: 'Adres toevoegen' });
  await form.getByLabel('Huisnummer').fill('5');
  await form.getByRole('button', { name: 'Opslaan' }).tap();
  await form.getByText('Vul een straat, een postcode of een plaats in').waitFor();
  await form.getByLabel('Straat').and(small.locator(':focus')).waitFor();
  await assertAccessible(small, '[role=dialog]');
  await form.getByLabel('Straat').fill('Markt');
  await form.getByLabel('Plaats').fill('Ede');
  await form.getByRole('button', { name: 'Opslaan' }).tap();
  await small.getByText('Markt 5').waitFor();
  await small.context().close();
  const { addressId } = (await owner.call(`/v1/api/customers/${id}`)).body;
  assert.equal((await owner.call(`/v1/api/address/${addressId}`)).body.city, 'Ede');

  const lead = { ...fields, title: 'Elsewhere' };
  const { body: item } = await owner.call('/v1/api/leads', { body: lead });
  await goWithin(page, `/leads/${item.id}`);
  const add = page.getByRole('button', { name: 'Add address' });
  await add.focus();
  await page.keyboard.press('Enter');
  const other = page.getByRole('dialog', { name: 'Add address' });
  await other.getByLabel('Town or city').fill('Gent');
  await page.keyboard.press('Enter');
  await page.locator(':focus').getByText('Gent', { exact: true }).waitFor();
  assert.equal(await add.count(), 0);

  await goWithin(page, `/customers/${id}`);
  for (const where of ['Markt 5, Ede', 'Gent']) {
    await page.getByRole('link', { name: `Show on map: ${where}`, exact: true }).waitFor();
    await page.getByRole('button', { name: `Change address: ${where}`, exact: true }).waitFor();
  }
});

test('input for a new address survives when somebody else adds one', async () => {
  const id = await customerWith({ customerName: 'Yara', email: 'yara@example.com' });
  await goWithin(page, `/customers/${id}`);
  await page.getByRole('button', { name: 'Add address' }).click();
  const form = page.getByRole('dialog', { name: 'Add address' });
  await form.getByLabel('Street').fill('Mine');
  const body = { street: 'Theirs' };
  assert.equal((await owner.call(`/v1/app/customers/${id}/address`, { body })).status, 201);
  await page.getByText('Theirs', { exact: true }).waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('An address has been added in the meantime.').waitFor();
  assert.equal(await form.getByLabel('Street').inputValue(), 'Mine');
  await form.getByRole('button', { name: 'Cancel' }).click();
});

test('a new address whose response was lost is stored', async () => {
  const id = await customerWith({ customerName: 'Xena', email: 'xena@example.com' });
  // This page gets no events.
  await page.route('**/v1/app/stream?*', (route) => route.abort());
  await page.route(`**/v1/app/customers/${id}/address`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.goto(`/customers/${id}`);
  await page.getByRole('button', { name: 'Add address' }).click();
  const form = page.getByRole('dialog', { name: 'Add address' });
  await form.getByLabel('Street').fill('Lost lane');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Lost lane', { exact: true }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('An address has been added in the meantime.').waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  browser.takeAway(/stream|ERR_FAILED/);
});

test('two records of one person are merged, and that is undone', async () => {
  const address = { street: 'Laan', streetNumber: '1', postalCode: '3511 AB', city: 'Utrecht' };
  const [kept, other] = [
    await customerWith({ customerName: 'Dirk Dam', email: 'dirk@example.com', ...address }),
    await customerWith({ customerName: 'Dirk Dam', email: 'd.dam@example.com', ...address }),
  ];
  await page.goto('/customers/duplicates');
  const row = page.getByRole('row', { name: /E-mail/ });
  assert.match(await row.innerText(), /different/);
  const columns = await page.getByRole('columnheader').getByRole('link').all();
  const hrefs = await Promise.all(columns.map((column) => column.getAttribute('href')));
  const index = hrefs.indexOf(`/customers/${kept}`);
  await page
    .getByRole('button', { name: /^Keep this one and merge: Dirk Dam/ })
    .nth(index)
    .click();
  await page.getByText('Merged into one customer.').waitFor();
  assert.equal((await owner.call(`/v1/api/customers/${other}`)).status, 404);

  await goWithin(page, `/customers/${other}`);
  await page.getByRole('link', { name: 'Open that customer' }).click();
  await page.getByRole('heading', { name: 'Merged customers' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^Undone on/).waitFor();
  assert.equal((await owner.call(`/v1/api/customers/${other}`)).status, 200);
});

test('two customers can be selected for a merge', async () => {
  const id = await customerWith({ customerName: 'Eva One', email: 'eva@example.com' });
  await customerWith({ customerName: 'Eva Two', email: 'e.two@example.com' });
  await goWithin(page, `/customers/${id}`);
  await page.getByRole('button', { name: 'Merge with…' }).click();
  await page.getByLabel('Find the other customer').fill('eva');
  await page.getByRole('button', { name: /Eva Two/ }).click();
  await page.getByRole('button', { name: /^Keep this one and merge: Eva One/ }).click();
  await page.getByText('Merged into one customer.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: /^Keep this one and merge: Eva Two/ }).waitFor();
});

test('a customer is archived, exported and erased', async () => {
  const id = await customerWith({ customerName: 'Fien Feen', email: 'fien@example.com' });
  await goWithin(page, `/customers/${id}`);
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Restore from archive' }).waitFor();
  await goWithin(page, '/customers');
  await page.getByRole('main').getByText('Archived', { exact: true }).click();
  await page.getByRole('link', { name: /Fien Feen/ }).click();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export all data' }).click(),
  ]);
  const exported = JSON.parse(await text(await download.createReadStream()));
  assert.equal(exported.customer.email, 'fien@example.com');

  const erase = page.getByRole('button', { name: 'Erase permanently…' });
  await erase.waitFor();
  const alarming = await page.evaluate<string>(
    `getComputedStyle(document.querySelector('.customers-erase')).color`,
  );
  assert.match(alarming, /^rgb\(20\d, 42, 42\)$/, 'it is red');
  await erase.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Type the name/).fill('Somebody else');
  await dialog.getByRole('button', { name: 'Erase permanently' }).click();
  await dialog.getByText('This is not the name. Type it as shown above.').waitFor();
  assert.equal(await dialog.getByText('went wrong on this page').count(), 0);
  assert.equal((await owner.call(`/v1/api/customers/${id}`)).status, 200);
  await dialog.getByLabel(/Type the name/).fill('fien feen');
  await dialog.getByRole('button', { name: 'Erase permanently' }).click();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  assert.equal((await owner.call(`/v1/api/customers/${id}`)).status, 404);
});

test('an erased customer is left for the list, before the live event arrives too', async () => {
  const id = await customerWith({ customerName: 'Gerda Geel', email: 'gerda@example.com' });
  const { page: deaf } = await browser.signedInPage(server, { member: owner });
  await deaf.route('**/v1/app/stream', (route) => route.abort());
  await goWithin(deaf, '/customers');
  await deaf.goto(`/customers/${id}`);
  await deaf.getByRole('button', { name: 'Erase permanently…' }).click();
  const dialog = deaf.getByRole('dialog');
  await dialog.getByLabel(/Type the name/).fill('Gerda Geel');
  await dialog.getByRole('button', { name: 'Erase permanently' }).click();
  await deaf.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(new URL(deaf.url()).pathname, '/customers');
  browser.takeAway(/ERR_FAILED/);
  await deaf.context().close();
});

test('the overview counts leads, with the charts’ numbers in tables', async () => {
  const other = await signInAs(server, { role: 'owner' });
  const { page: otherPage } = await browser.signedInPage(server, {
    member: other,
    path: '/overview?days=30',
  });
  await otherPage.getByText('Nothing to show yet').waitFor();
  for (const source of ['web', 'web', 'phone']) {
    await customerWith({ customerName: 'Gijs', email: 'gijs@example.com', source }, other);
  }
  const { data } = (await other.call('/v1/api/leads')).body;
  await other.call(`/v1/api/work-items/${data[0].id}`, {
    method: 'PATCH',
    body: { status: 'pending' },
  });
  await goWithin(otherPage, '/overview?days=7');
  await otherPage.getByText('1 of 3 leads').waitFor();
  assert.equal(await otherPage.getByText('only the most recent part').count(), 0);
  await otherPage.getByRole('row', { name: 'Website 2' }).waitFor();
  await otherPage.locator('canvas').first().waitFor();
  await otherPage.getByText('Show as table').first().click();
  const cells = otherPage.getByRole('table').first().getByRole('row').last().getByRole('cell');
  assert.deepEqual(await cells.allInnerTexts(), ['3', '1', '0']);
  // As with a hundred thousand events in the period.
  await otherPage.route('**/v1/app/overview?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), isComplete: false } });
  });
  await goWithin(otherPage, '/overview?days=90');
  await otherPage.getByText('only the most recent part is counted').waitFor();
});

test('a member sees customers, and nothing reserved for owners', async () => {
  const { page: memberPage } = await browser.signedInPage(server, {
    role: 'member',
    brandId: owner.brandId,
    path: '/customers',
  });
  await memberPage.getByRole('link', { name: /Bert Boom/ }).click();
  await memberPage.getByRole('button', { name: 'Archive' }).waitFor();
  assert.equal(await memberPage.getByRole('button', { name: /Export|Erase/ }).count(), 0);
  await goWithin(memberPage, '/overview');
  await memberPage.getByRole('heading', { name: 'Leads per day' }).waitFor();
  assert.equal(await memberPage.getByText('API traffic').count(), 0);
});

test('a customer is entered by hand, and a known one is opened instead', async () => {
  const { page: small } = await browser.signedInPage(server, {
    viewport: phone,
    language: 'nl',
    path: '/customers',
  });
  for (const [name, said] of [
    ['Greet de Boer', 'Klant opgeslagen'],
    ['G. de Boer', 'Er is al een klant met dit e-mailadres of telefoonnummer'],
  ] as const) {
    await goWithin(small, '/customers');
    await small.getByRole('button', { name: 'Nieuwe klant' }).tap();
    const form = small.getByRole('dialog', { name: 'Nieuwe klant' });
    await form.getByLabel('Naam').fill(name);
    await form.getByLabel('E-mailadres').fill('greet@example.com');
    await form.getByRole('button', { name: 'Klant opslaan' }).tap();
    await small.getByText(said).waitFor();
    await small.getByRole('heading', { level: 1, name: 'Greet de Boer' }).waitFor();
  }
});
