// Imports and exports, as owners use them. On PostgreSQL, where a row lock can hold up an import
// and nobody else.
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { personLocks } from '#core/customers/person-locks.ts';
import type { Database } from '#db/database.ts';
import { lockWorkItems } from '#db/work-items/work-items.ts';
import { after, before, test } from '../support/browser-test.ts';
import { goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { changeItem } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SignedIn } from '../support/sign-in.ts';

const rowsMany = 400;
// One row of each batch but the first.
const heldRows = [150, 250, 350];
const barsSeen = [25, 50, 75];

const server = await sharedServer('PostgreSQL');
let browser: TestBrowser;
let page: Page;
let me: SignedIn;

before(async () => {
  browser = await openBrowser();
  ({ page, me } = await browser.signedInPage(server, { path: '/settings/import' }));
});

after(() => browser?.close());

const becomes = (column: string) => page.getByLabel(`Import column “${column}” as`);
const check = () => page.getByRole('button', { name: 'Preview import' });
const says = (words: string) => page.getByText(words, { exact: true }).waitFor();
const mentions = (words: string) => page.getByText(words).first().waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const titleForAll = () => page.getByLabel('No column contains the title. Title for all rows');

test('unknown columns are mapped by hand, and errors are shown', async () => {
  await choose('old-system.csv', [
    'Kolom A;Kolom B;Kolom C;Naam',
    'Daniël Smit;Roof leaks;daniel@example.com;Leave me',
    'Kees Bos;New tap;kees@example.com;Leave me',
  ]);
  assert.equal(await becomes('Naam').inputValue(), 'customerName');
  for (const column of ['Kolom A', 'Kolom B', 'Kolom C']) {
    assert.equal(await becomes(column).inputValue(), '', 'nothing is guessed');
  }
  await says('Choose the column that contains the title, or enter one for all rows.');
  assert.ok(await check().isDisabled());
  await becomes('Kolom B').selectOption('Title (what it is about)');
  assert.ok(await check().isEnabled());
  await becomes('Kolom A').selectOption('Full name');
  await says('Two columns are set to “Full name”: choose one.');
  assert.ok(await check().isDisabled());
  await becomes('Naam').selectOption('Skip');
  await becomes('Kolom A').selectOption('Skip');
  await says('Choose the column that contains the name.');
  await becomes('Kolom A').selectOption('Full name');
  await check().click();
  await page.getByRole('row', { name: /^2 Daniël Smit .*New customer/ }).waitFor();

  // Another choice clears the earlier preview.
  const start = page.getByRole('button', { name: 'Import 2 leads' });
  await start.waitFor();
  await becomes('Kolom C').selectOption('E-mail address');
  await start.waitFor({ state: 'detached' });
  await check().click();
  await start.click();
  await page.getByText('2 of 2 rows · 2 leads created, 0 rows refused').waitFor();
  const { body } = await me.call('/v1/api/leads?sort=createdAt');
  const made = body.data.map(({ title, customer }: Lead) => [title, customer.name, customer.email]);
  assert.deepEqual(made.toSorted(), [
    ['New tap', 'Kees Bos', 'kees@example.com'],
    ['Roof leaks', 'Daniël Smit', 'daniel@example.com'],
  ]);
});

test('a misplaced quotation mark is reported with its row', async () => {
  await goWithin(page, '/settings/import');
  const warning = page.getByText('Row 3 has a misplaced quotation mark.');
  await choose('broken.csv', ['Naam;Titel', 'Jan;Tap', '"Piet" de Boer;Roof']);
  await warning.waitFor();
  await choose('mended.csv', ['Naam;Titel', 'Jan;Tap', 'Piet de Boer;Roof']);
  await mentions('mended.csv: 2 rows');
  assert.equal(await warning.count(), 0);
});

test('a bar shows the progress of an import and its undo, and never goes back; edited leads stay', async () => {
  await goWithin(page, '/settings/import');
  const email = (row: number) => `c${row}@example.com`;
  const rows = Array.from({ length: rowsMany }, (_, n) => `Customer ${n};Lead ${n};${email(n)}`);
  await choose('long.csv', ['Naam;Titel;E-mail', ...rows]);
  await check().click();
  const start = page.getByRole('button', { name: 'Import 400 leads' });
  await start.waitFor();
  const untilNobodyElse = heldRows.map((row) => async (trx: Database) => {
    const lead = { customerName: '', title: '', email: email(row) };
    await trx.waitForLocks(personLocks(me.brandId, lead));
  });
  await clickAndWatchBar(start, untilNobodyElse);
  const undo = page.getByRole('button', { name: 'Undo import', exact: true });
  await undo.waitFor();
  await page.getByText('rows · 400 leads created, 0 rows refused').waitFor();
  await changeItem(me, await leadOf(77), { notes: 'Called already' });

  await undo.click();
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await undo.click();
  const heldIds = await Promise.all(heldRows.map(leadOf));
  const untilUnlocked = heldIds.map((id) => async (trx: Database) => {
    await lockWorkItems(trx, me.brandId, [id]);
  });
  await clickAndWatchBar(dialog.getByRole('button', { name: 'Undo import' }), untilUnlocked);
  await page.getByText('Undone', { exact: true }).waitFor();
  await page.getByText('rows · 400 leads created, 0 rows refused').waitFor();
  await page.getByText(/^399 leads removed, 399 customers archived, 1 lead kept/).waitFor();
  assert.equal(await undo.count(), 0);
  // Numbered as in a spreadsheet, where the header is row 1.
  await page.getByRole('link', { name: 'Row 79: open lead' }).click();
  await page.getByRole('heading', { level: 1, name: 'Lead 77' }).waitFor();
  const { body } = await me.call('/v1/api/leads');
  const left = body.data.map(({ title }: Lead) => title);
  assert.deepEqual(left.toSorted(), ['Lead 77', 'New tap', 'Roof leaks']);
});

test('a file is imported after a preview, and undone', async () => {
  await me.call('/v1/api/leads', {
    body: { customerName: 'Known', title: 'Before', email: 'known@example.com' },
  });
  let trials = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/imports') && request.postDataJSON()?.isDryRun) trials++;
  });
  await goWithin(page, '/settings/import');
  await choose('klanten.csv', customersFile, 'latin1');
  await mentions('klanten.csv: 4 rows');
  // So that choosing the corrected file again fires a change event.
  assert.equal(await page.locator('input[type=file]').inputValue(), '');
  assert.ok(await button('Preview import').isDisabled());
  await titleForAll().fill('Old customer');
  await button('Preview import').click();
  await mentions('1 new customer · 2 leads for existing customers · 1 row refused');
  // Returning to the window does not send the file again.
  await page.evaluate('dispatchEvent(new Event("visibilitychange"))');
  for (const name of [
    /^2 Zoë .*New customer/,
    /^3 Known .*by e-mail address/,
    /^4 Zoë .*same customer as row 2/,
    /^6 Fout .*Refused E-mail address: Enter a valid e-mail address/,
  ]) {
    await page.getByRole('row', { name }).waitFor();
  }
  assert.equal(trials, 1);

  const [known] = (await me.call('/v1/api/customers?q=known@example.com')).body.data;
  const match = page.getByRole('row').getByRole('link', { name: 'View customer (new tab)' });
  assert.equal(await match.getAttribute('href'), `/customers/${known.id}`);

  // While it runs, and after a lead that survived the undo was deleted.
  const one = '**/v1/app/imports/*';
  const keptRows = [{ row: 9, workItemId: null }];
  await page.route(one, async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), status: 'running', keptRows };
    await route.fulfill({ response, json });
  });
  await button('Import 3 leads').click();
  await button('Stop and undo import').waitFor();
  await mentions('Row 9: the lead no longer exists');
  assert.equal(await page.getByRole('link', { name: /Row 9/ }).count(), 0);
  await page.unrouteAll({ behavior: 'wait' });
  await mentions('3 leads created, 1 row refused');
  await page.getByRole('row', { name: '6 E-mail address: Enter a valid e-mail address' }).waitFor();
  await page.getByText('Done', { exact: true }).waitFor();
  const [made] = (await me.call('/v1/api/leads?q=zoe')).body.data;
  assert.deepEqual([made.title, made.priority], ['Old customer', 'urgent']);

  await page.getByRole('link', { name: 'Import', exact: true }).first().click();
  await choose('klanten.csv', customersFile, 'latin1');
  await titleForAll().fill('Old customer');
  await button('Preview import').click();
  await button('Import 3 leads').click();
  await mentions('This file has just been imported.');
  await page.getByRole('link', { name: 'View that import' }).click();
  await button('Undo import').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('Undone', { exact: true }).waitFor();
  assert.deepEqual((await me.call('/v1/api/leads?q=zoe')).body.data, []);
  await page.getByRole('link', { name: 'Import', exact: true }).first().click();
  await page.getByRole('link', { name: /klanten\.csv/ }).waitFor();
});

test('records are exported as files', async () => {
  await goWithin(page, '/settings/export');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download customers' }).click(),
  ]);
  const { searchParams } = new URL(download.url());
  assert.deepEqual(Object.fromEntries(searchParams), {
    brand: me.brandId,
    separator: 'comma',
  });
  assert.equal(download.suggestedFilename().endsWith('.csv'), true);
  assert.match(await text(await download.createReadStream()), /known@example\.com/);

  const refusal = {
    json: { statusCode: 409, message: 'x' },
    headers: { 'error-code': 'other_brand' },
  };
  await page.route('**/v1/app/session', (route) => route.fulfill({ status: 409, ...refusal }));
  await page.getByRole('link', { name: 'Download customers' }).click();
  await mentions('You switched to another business in another window.');
  await page.unroute('**/v1/app/session');
});

const customersFile = [
  'Naam;E-mailadres;Prioriteit;Kolom',
  'Zo\xeb;zoe@example.com;spoed;1',
  'Known;KNOWN@example.com;;2',
  'Zo\xeb;ZOE@example.com;spoed;3',
  ';;;',
  'Fout;geen adres;;4',
];

interface Lead {
  id: string;
  title: string;
  customer: { name: string; email: string };
}

/**
 * Clicks while each row is locked and releases them one by one: the bar shows the progress up to
 * each.
 */
async function clickAndWatchBar(
  button: Locator,
  locks: ((trx: Database) => Promise<void>)[],
): Promise<void> {
  const releases = await Promise.all(locks.map(holdLock));
  try {
    await page.evaluate(watchBar);
    await button.click();
    for (const [index, release] of releases.entries()) {
      await barAt(barsSeen[index]!).waitFor();
      await release();
    }
    await barAt(100).waitFor();
  } finally {
    await Promise.all(releases.map((release) => release()));
  }
  const seen = await page.evaluate<number[]>('barSeen');
  // The start may be too quick to be seen.
  if (seen[0] === 0) seen.shift();
  assert.deepEqual(seen, [...barsSeen, 100]);
}

function barAt(percent: number): Locator {
  return page.locator(`[role=progressbar][aria-valuenow="${percent}"]`);
}

/** In a transaction that stays open until it is released. */
async function holdLock(take: (trx: Database) => Promise<void>): Promise<() => Promise<void>> {
  const taken = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const held = server.withDatabase((db) =>
    db.transaction(async (trx) => {
      await take(trx);
      taken.resolve();
      await over.promise;
    }),
  );
  await Promise.race([taken.promise, held]);
  return () => {
    over.resolve();
    return held;
  };
}

// Records every value of the progress bar from now on.
const watchBar = `
  window.barSeen = [];
  window.barWatcher?.disconnect();
  window.barWatcher = new MutationObserver(() => {
    const value = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow');
    if (value && Number(value) !== window.barLast) barSeen.push((window.barLast = Number(value)));
  });
  window.barLast = Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow'));
  window.barWatcher.observe(document, { subtree: true, childList: true, attributes: true });`;

async function leadOf(row: number): Promise<string> {
  const { body } = await me.call(`/v1/api/leads?q=c${row}@example.com`);
  return body.data.find(({ title }: Lead) => title === `Lead ${row}`).id;
}

async function choose(
  name: string,
  lines: string[],
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<void> {
  const buffer = Buffer.from(lines.join('\r\n'), encoding);
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
}
