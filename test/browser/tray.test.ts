// The tray: what came in and is no lead, possible duplicates, and doubtful customers.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { call, createLead } from '../support/call.ts';
import {
  type MadeChannel,
  makeChannel,
  postForm,
  postHook,
  postSpam,
} from '../support/channels-of-member.ts';
import { assertOnlyText, markup, shortMarkup } from '../support/markup.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';

const server = await sharedServer();

let browser: TestBrowser;
let owner: SignedIn;
let form: MadeChannel;
let page: Page;

before(async () => {
  browser = await openBrowser();
  owner = await signInAs(server);
  form = await makeChannel(owner, { type: 'form', name: 'Website' });
  ({ page } = await browser.signedInPage(server, { member: owner, path: '/tray' }));
});

after(() => browser?.close());

const button = (name: string, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true });
const field = (name: string, within: Page | Locator = page) =>
  within.getByLabel(name, { exact: true });
const says = (words: string | RegExp, within: Page | Locator = page) =>
  within.getByText(words).first().waitFor();
const row = (name: string, within: Page = page) =>
  within.getByRole('listitem', { name, exact: true });
const isGone = (one: Locator) => one.waitFor({ state: 'detached' });
const waiting = (words: string) =>
  page.getByRole('navigation').getByRole('link', { name: words }).waitFor();

let posted = 0;

/** Each with a phone number of its own: another name with the same one would be doubtful. */
const spam = (customerName: string, more: Record<string, string> = {}) =>
  postSpam(server, form, {
    customerName,
    phone: `06123456${10 + posted++}`,
    description: `Words of ${customerName}`,
    ...more,
  });

async function leadsOf(name: string): Promise<{ id: string; source: string; title: string }[]> {
  const { data } = (await owner.call(`/v1/api/leads?q=${encodeURIComponent(name)}`)).body;
  return data;
}

test('a held form appears by itself, with a count, and is accepted', async () => {
  await says('Nothing to check');
  await spam('Real Rosa', { email: 'rosa@example.com', city: 'Utrecht' });
  const rosa = row('Real Rosa');
  await rosa.waitFor();
  await waiting('To check 1 waiting');
  for (const words of [
    'Held',
    'Website · just now',
    '0612345610 · rosa@example.com · Utrecht',
    'Words of Real Rosa',
    'A hidden field was filled in.',
  ]) {
    await says(words, rosa);
  }
  await assertAccessible(page);
  assert.deepEqual(await leadsOf('Rosa'), []);
  await button('Accept: Real Rosa').click();
  await isGone(rosa);
  await says('The lead was accepted.');
  await button('Open lead').click();
  await page.getByRole('heading', { level: 1, name: 'Words of Real Rosa' }).waitFor();
  const [lead] = await leadsOf('Rosa');
  assert.equal(lead?.source, 'web');
  await goWithin(page, '/tray');
  await says('Nothing to check');
});

test('a refused one shows what is wrong, and is corrected', async () => {
  const refused = await postForm(server, form, {
    customerName: 'Wrong Willem',
    phone: '0687654321',
    email: 'willem@',
    description: 'Broken gutter',
  });
  assert.equal(refused.status, 400);
  const willem = row('Wrong Willem');
  await says('E-mail address: enter a valid e-mail address', willem);
  assert.equal(await willem.getByRole('button', { name: /^Accept/ }).count(), 0);
  await button('Correct: Wrong Willem').click();
  const dialog = page.getByRole('dialog');
  await field('E-mail address', dialog).waitFor();
  assert.equal(await dialog.locator('[aria-invalid=true]').count(), 1);
  await dialog.getByText('As it came in').first().click();
  await says('"customerName": "Wrong Willem"', dialog);
  await assertAccessible(page, '[role=dialog]');
  await field('Phone', dialog).fill('none');
  await field('E-mail address', dialog).fill('willem@example.com');
  await button('Accept lead', dialog).click();
  await says('Enter at least one digit', dialog);
  await field('Phone', dialog).fill('0687654321');
  await button('Accept lead', dialog).click();
  await isGone(willem);
  assert.equal((await leadsOf('Willem')).length, 1);
});

test('a held one without a name asks for it', async () => {
  await spam('', { description: 'Nobody’s words' });
  const nobody = row('Without a name');
  await button('Accept: Without a name').click();
  const dialog = page.getByRole('dialog');
  await says('Fill this in', dialog);
  await field('Full name', dialog).fill('Named Nadia');
  await button('Accept lead', dialog).click();
  await isGone(nobody);
  assert.equal((await leadsOf('Nadia')).length, 1);
});

test('a refused lead of a program is corrected', async () => {
  const key = await server.createKey({ brandId: owner.brandId, scopes: ['leads:write'] });
  const body = { naam: 'Program Petra', title: 'By a program' };
  assert.equal((await call(server, '/v1/api/leads', { key, body })).status, 400);
  const petra = row('Program Petra');
  await petra.waitFor();
  await says('Full name: fill this in', petra);
  await button('Correct: Program Petra').click();
  const dialog = page.getByRole('dialog');
  await says('Taken from “naam”', dialog);
  await button('Accept lead', dialog).click();
  await isGone(petra);
  assert.equal((await leadsOf('Petra')).length, 1);
});

test('discarding is undone, and found again', async () => {
  await spam('Discarded Dirk');
  await button('Discard: Discarded Dirk').click();
  await isGone(row('Discarded Dirk'));
  await button('Undo').click();
  await row('Discarded Dirk').waitFor();
  await button('Discard: Discarded Dirk').click();
  await isGone(row('Discarded Dirk'));
  await field('Show').selectOption('Discarded');
  await button('Put back: Discarded Dirk').click();
  await says('Nothing was discarded');
  await field('Show').selectOption('To check');
  await row('Discarded Dirk').waitFor();
  await button('Discard: Discarded Dirk').click();
  await isGone(row('Discarded Dirk'));
});

test('all are accepted after a preview', async () => {
  for (const name of ['Anna All', 'Bert All', 'Carl All']) await spam(name);
  await spam('Dora All', { email: 'dora@' });
  const origins = ['https://mine.example'];
  const site = await makeChannel(owner, { type: 'form', name: 'Site', origins });
  const real = { customerName: 'Emma Elsewhere', phone: '0612340000', description: 'A real one' };
  await call(server, `/f/${site.id}`, {
    rawBody: new URLSearchParams(real).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      origin: 'https://other.example',
    },
  });
  await row('Emma Elsewhere').waitFor();
  await row('Dora All').waitFor();
  await button('Accept all…').click();
  const dialog = page.getByRole('dialog');
  await says('Anna All: Words of Anna All', dialog);
  await assertAccessible(page, '[role=dialog]');
  const choice = (name: RegExp) => dialog.getByRole('checkbox', { name });
  await says('What looks like spam', dialog);
  await says('A hidden field was filled in.', dialog);
  await says('It came from a website that is not one of yours.', dialog);
  assert.equal(await choice(/Bert All/).isChecked(), false);
  assert.equal(await choice(/Emma Elsewhere/).isChecked(), true);
  await choice(/Emma Elsewhere/).uncheck();
  assert.ok(await button('Accept none', dialog).isDisabled());
  for (const name of [/Anna All/, /Carl All/, /Dora All/]) await choice(name).check();
  await button('Accept 3 leads', dialog).click();
  await says('2 leads were accepted. 1 could not be accepted: correct it first.');
  await isGone(row('Anna All'));
  await row('Bert All').waitFor();
  await row('Dora All').waitFor();
  assert.equal((await leadsOf('All')).length, 2);
  await button('Discard: Bert All').click();
  await isGone(row('Bert All'));
  await button('Discard: Dora All').click();
  await isGone(row('Dora All'));
  await button('Discard: Emma Elsewhere').click();
  await isGone(row('Emma Elsewhere'));
});

test('customers are told apart, and taken back', async () => {
  const key = await server.createKey({ brandId: owner.brandId });
  const same = { postalCode: '3511 LN', streetNumber: '1', customerName: 'Twice Tessa' };
  await createLead(server, key, { ...same, email: 'tessa@example.com' });
  await createLead(server, key, { ...same, email: 'tessa@example.org' });
  await page.getByText('Possible duplicates (1)').click();
  const notSame = button('Not the same person: Twice Tessa and Twice Tessa');
  await notSame.click();
  await says('No duplicates found');
  await button('Undo').click();
  await notSame.waitFor();
  await assertAccessible(page);
  await notSame.click();
  await says('No duplicates found');
  assert.deepEqual((await owner.call('/v1/app/duplicates')).body.data, []);
});

test('a doubtful lead stays with its customer, or gets one of its own', async () => {
  const key = await server.createKey({ brandId: owner.brandId });
  const sharing = '0201234567';
  const { body: first } = await createLead(server, key, {
    customerName: 'First Fred',
    phone: sharing,
  });
  const names = ['Gerda Groot', 'Stranger Stan'];
  const doubtful = [];
  for (const customerName of names) {
    doubtful.push((await createLead(server, key, { customerName, phone: sharing })).body);
  }
  await page.getByText('Same customer? (2)').click();
  await says('Gerda Groot gave the phone number of your customer First Fred.');
  await assertAccessible(page);
  await button('Same person: Gerda Groot and First Fred').click();
  await isGone(row('Gerda Groot'));
  await says('The lead stays with First Fred.');
  await button('Someone else: Stranger Stan, not First Fred').click();
  await isGone(row('Stranger Stan'));
  await says('Nothing to decide');
  const customerOf = async (id: string) =>
    (await owner.call(`/v1/api/work-items/${id}`)).body.customerId;
  assert.equal(await customerOf(doubtful[0].id), first.customerId);
  assert.notEqual(await customerOf(doubtful[1].id), first.customerId);
  const pairs = async () => {
    const { data } = (await owner.call('/v1/app/duplicates')).body;
    return data.filter(({ customers }: { customers: { name: string }[] }) =>
      customers.some(({ name }) => name === 'Stranger Stan'),
    ).length;
  };
  assert.equal(await pairs(), 0);
  const notice = page.getByRole('alert').filter({ hasText: 'a customer of its own' });
  await button('Undo', notice).click();
  await row('Stranger Stan').waitFor();
  assert.equal(await customerOf(doubtful[1].id), first.customerId);
});

test('hostile submissions stay text, on a phone in Dutch', async () => {
  const hostile = {
    customerName: markup('name'),
    companyName: markup('company'),
    email: markup('@'),
    phone: shortMarkup('phone'),
    street: markup('street'),
    postalCode: shortMarkup('postcode'),
    city: markup('city'),
    title: markup('title'),
    description: markup('description'),
    category: markup('category'),
    [markup('unknown key')]: markup('unknown value'),
  };
  const named = await makeChannel(owner, { type: 'form', name: markup('channel') });
  await postSpam(server, named, hostile);
  const hook = await makeChannel(owner, { type: 'hook', name: markup('hook') });
  await postHook(server, hook, { ...hostile, customerName: [markup('list')] });
  const key = await server.createKey({ brandId: owner.brandId });
  await createLead(server, key, { customerName: 'Harmless', phone: '0709999999' });
  const doubtful = { customerName: markup('doubt'), phone: '0709999999', title: markup('lead') };
  await createLead(server, key, doubtful);

  const { page: small } = await browser.signedInPage(server, {
    member: owner,
    language: 'nl',
    viewport: phone,
    colorScheme: 'dark',
    path: '/tray',
  });
  await row(markup('name'), small).waitFor();
  await says(markup('description'), small);
  await assertOnlyText(small);
  await assertNoSidewaysScroll(small);
  await assertAccessible(small);
  await button(`Aannemen: ${markup('name')}`, small).click();
  const dialog = small.getByRole('dialog');
  await says('Vul een geldig e-mailadres in', dialog);
  await dialog.getByText('Zoals het binnenkwam').first().click();
  await says(markup('unknown value').slice(0, 20), dialog);
  await button('Andere velden tonen', dialog).click();
  await assertOnlyText(small);
  await assertAccessible(small, '[role=dialog]');
  await small.keyboard.press('Escape');
  await goWithin(small, '/tray?part=doubtful');
  await says(markup('doubt'), small);
  await assertOnlyText(small);
  await assertNoSidewaysScroll(small);
});

test('a member decides too, and sees no channels', async () => {
  const member = await signInAs(server, { brandId: owner.brandId, role: 'member' });
  await spam('Member Maud');
  const { page: theirs } = await browser.signedInPage(server, { member, path: '/tray' });
  const maud = row('Member Maud', theirs);
  await says('Form · just now', maud);
  assert.equal(await field('From', theirs).count(), 0);
  await button('Accept: Member Maud', theirs).click();
  await isGone(maud);
  assert.equal((await leadsOf('Maud')).length, 1);
});

test('a channel that refuses most of what comes in is named, with a link for the owner', async () => {
  const other = await signInAs(server);
  const hook = await makeChannel(other, { type: 'hook', name: 'Portal' });
  for (let n = 0; n < 4; n++) await postHook(server, hook, { unknown: n });
  const { page: small } = await browser.signedInPage(server, {
    member: other,
    language: 'nl',
    viewport: phone,
    path: '/tray',
  });
  const warning = small.getByRole('status', { name: 'Portal' });
  await says('is geweigerd', warning);
  await assertAccessible(small);
  await warning.getByRole('link', { name: 'Kanaal bekijken' }).click();
  await small.getByRole('heading', { level: 1, name: 'Portal' }).waitFor();
  const member = await signInAs(server, { brandId: other.brandId, role: 'member' });
  const { page: theirs } = await browser.signedInPage(server, { member, path: '/tray' });
  await says('recently was refused', theirs);
  assert.equal(await theirs.getByRole('link', { name: 'View channel' }).count(), 0);
});
