// A file whose columns have to be told by hand, how far its import is, and the way back.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { changeItem } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SignedIn } from '../support/sign-in.ts';

const rowsMany = 1_200;
const importMsMax = 60_000;

const server = await sharedServer();
let browser: TestBrowser;
let page: Page;
let me: SignedIn;

before(async () => {
  browser = await openBrowser();
  ({ page, me } = await browser.signedInPage(server));
});

after(() => browser?.close());

const becomes = (column: string) => page.getByLabel(`What column “${column}” becomes`);
const check = () => page.getByRole('button', { name: 'See what would happen' });
const says = (words: string) => page.getByText(words, { exact: true }).waitFor();

test('columns that say nothing are told by hand, and what is wrong with it is said', async () => {
  await page.goto('/settings/import');
  await choose('old-system.csv', [
    'Kolom A;Kolom B;Kolom C;Naam',
    'Zoë Smit;Roof leaks;zoe@example.com;Leave me',
    'Kees Bos;New tap;kees@example.com;Leave me',
  ]);
  assert.equal(await becomes('Naam').inputValue(), 'customerName');
  for (const column of ['Kolom A', 'Kolom B', 'Kolom C']) {
    assert.equal(await becomes(column).inputValue(), '', 'nothing is guessed');
  }
  await says('Choose which column is the title, or type one for all rows.');
  assert.ok(await check().isDisabled());
  await becomes('Kolom B').selectOption('Title: what it is about');
  assert.ok(await check().isEnabled());
  await becomes('Kolom A').selectOption('Full name');
  await says('Two columns are “Full name”: choose one.');
  assert.ok(await check().isDisabled());
  await becomes('Naam').selectOption('Leave out');
  await becomes('Kolom A').selectOption('Leave out');
  await says('Choose which column is the name.');
  await becomes('Kolom A').selectOption('Full name');
  await check().click();
  await page.getByRole('row', { name: /^2 Zoë Smit .*New customer/ }).waitFor();

  // Another choice is another outcome: the earlier one does not stay to be taken for it.
  const start = page.getByRole('button', { name: 'Import 2 leads' });
  await start.waitFor();
  await becomes('Kolom C').selectOption('E-mail address');
  await start.waitFor({ state: 'detached' });
  await check().click();
  await start.click();
  await page.getByText('2 of 2 rows · 2 leads made, 0 rows refused').waitFor();
  const { body } = await me.call('/v1/api/leads?sort=createdAt');
  const made = body.data.map(({ title, customer }: Lead) => [title, customer.name, customer.email]);
  assert.deepEqual(made.toSorted(), [
    ['New tap', 'Kees Bos', 'kees@example.com'],
    ['Roof leaks', 'Zoë Smit', 'zoe@example.com'],
  ]);
});

test('a bar shows how far a long import is, and its undoing; what was touched stays', async () => {
  await page.goto('/settings/import');
  const rows = Array.from(
    { length: rowsMany },
    (_, n) => `Customer ${n};Lead ${n};c${n}@example.com`,
  );
  await choose('long.csv', ['Naam;Titel;E-mail', ...rows]);
  await check().click();
  await clickAndSeeBar(page.getByRole('button', { name: 'Import 1,200 leads' }), (record) => ({
    ...record,
    status: 'running',
    done: record.rows / 2,
  }));
  const undo = page.getByRole('button', { name: 'Undo this import', exact: true });
  await undo.waitFor({ timeout: importMsMax });
  await assertFull('rows · 1,200 leads made, 0 rows refused');
  const found: Lead[] = (await me.call('/v1/api/leads?q=c77@example.com')).body.data;
  const touched = found.find(({ title }) => title === 'Lead 77')!;
  await changeItem(me, touched.id, { notes: 'Called already' });

  await undo.click();
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await undo.click();
  await clickAndSeeBar(dialog.getByRole('button', { name: 'Undo this import' }), (record) => ({
    ...record,
    status: 'undoing',
    undo: { ...record.undo!, removed: record.created / 2, kept: 0 },
  }));
  await page.getByText('Undone', { exact: true }).waitFor({ timeout: importMsMax });
  await assertFull('rows · 1,200 leads made, 0 rows refused');
  await page.getByText(/^1,199 leads taken away, 1,199 customers archived, 1 lead left/).waitFor();
  assert.equal(await undo.count(), 0);
  // As a spreadsheet counts, with the names of the columns in the first row.
  await page.getByRole('link', { name: 'Row 79: open the lead' }).click();
  await page.getByRole('heading', { level: 1, name: 'Lead 77' }).waitFor();
  const { body } = await me.call('/v1/api/leads');
  const left = body.data.map(({ title }: Lead) => title);
  assert.deepEqual(left.toSorted(), ['Lead 77', 'New tap', 'Roof leaks']);
});

interface Lead {
  id: string;
  title: string;
  customer: { name: string; email: string };
}

interface ImportRecord {
  status: string;
  rows: number;
  done: number;
  created: number;
  undo: { removed: number; kept: number } | null;
}

/** The page is told that the work is half done until its bar says so, however quick the server is. */
async function clickAndSeeBar(
  button: Locator,
  halfDone: (record: ImportRecord) => ImportRecord,
): Promise<void> {
  const path = '**/v1/app/imports/*';
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const record: ImportRecord = await response.json();
    await route.fulfill({ response, json: record.rows === undefined ? record : halfDone(record) });
  });
  await button.click();
  await page.locator('[role=progressbar][aria-valuenow="50"]').waitFor();
  await page.unroute(path);
}

async function assertFull(words: string): Promise<void> {
  await page.getByText(words).waitFor();
  await page.locator('[role=progressbar][aria-valuenow="100"]').waitFor();
}

async function choose(name: string, lines: string[]): Promise<void> {
  const buffer = Buffer.from(lines.join('\r\n'));
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
}
