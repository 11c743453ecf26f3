// Files that go in and out, as owners use them.
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { otherBrandMessage } from '#contract/account-lists.ts';
import { after, before, test } from '../support/browser-test.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SignedIn } from '../support/sign-in.ts';

const server = await sharedServer();
let browser: TestBrowser;
let owner: SignedIn;
let page: Page;

before(async () => {
  browser = await openBrowser();
  ({ page, me: owner } = await browser.signedInPage(server));
});

after(() => browser?.close());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const says = (words: string) => page.getByText(words).first().waitFor();
const titleForAll = () => page.getByLabel('No column is the title. The title for all rows');

test('a file is imported after a look at what would happen, and undone', async () => {
  await owner.call('/v1/api/leads', {
    body: { customerName: 'Known', title: 'Before', email: 'known@example.com' },
  });
  let trials = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/imports') && request.postDataJSON()?.isDryRun) trials++;
  });
  await page.goto('/settings/import');
  await chooseFile('klanten.csv', customersFile);
  await says('klanten.csv: 4 rows');
  // So that the same file, corrected, is noticed.
  assert.equal(await page.locator('input[type=file]').inputValue(), '');
  assert.ok(await button('See what would happen').isDisabled());
  await titleForAll().fill('Old customer');
  await button('See what would happen').click();
  await says('1 new customer · 2 leads for known customers · 1 row refused');
  // Whoever comes back to the window does not send the file again.
  await page.evaluate('dispatchEvent(new Event("visibilitychange"))');
  for (const name of [
    /^2 Zoë .*New customer/,
    /^3 Known .*by e-mail address/,
    /^4 Zoë .*the same customer as in row 2/,
    /^6 Fout .*Refused E-mail address: This is not an e-mail address/,
  ]) {
    await page.getByRole('row', { name }).waitFor();
  }
  assert.equal(trials, 1);

  const [known] = (await owner.call('/v1/api/customers?q=known@example.com')).body.data;
  const match = page.getByRole('row').getByRole('link', { name: 'See the customer (new tab)' });
  assert.equal(await match.getAttribute('href'), `/customers/${known.id}`);

  // As long as it runs; and a lead that stayed when it was undone may be gone since.
  const one = '**/v1/app/imports/*';
  const keptRows = [{ row: 9, workItemId: null }];
  await page.route(one, async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), status: 'running', keptRows };
    await route.fulfill({ response, json });
  });
  await button('Import 3 leads').click();
  await button('Stop and undo this import').waitFor();
  await says('Row 9: the lead is gone');
  assert.equal(await page.getByRole('link', { name: /Row 9/ }).count(), 0);
  await page.unrouteAll({ behavior: 'wait' });
  await says('3 leads made, 1 row refused');
  await page
    .getByRole('row', { name: '6 E-mail address: This is not an e-mail address' })
    .waitFor();
  await page.getByText('Done', { exact: true }).waitFor();
  const [made] = (await owner.call('/v1/api/leads?q=zoe')).body.data;
  assert.deepEqual([made.title, made.priority], ['Old customer', 'urgent']);

  await page.getByRole('link', { name: 'Import', exact: true }).first().click();
  await chooseFile('klanten.csv', customersFile);
  await titleForAll().fill('Old customer');
  await button('See what would happen').click();
  await button('Import 3 leads').click();
  await says('This file was imported a moment ago.');
  await page.getByRole('link', { name: 'See that import' }).click();
  await button('Undo this import').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
  await page.getByText('Undone', { exact: true }).waitFor();
  assert.deepEqual((await owner.call('/v1/api/leads?q=zoe')).body.data, []);
  await page.getByRole('link', { name: 'Import', exact: true }).first().click();
  await page.getByRole('link', { name: /klanten\.csv/ }).waitFor();
});

test('records are exported as files', async () => {
  await page.goto('/settings/export');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download customers' }).click(),
  ]);
  const { searchParams } = new URL(download.url());
  assert.deepEqual(Object.fromEntries(searchParams), {
    brand: owner.brandId,
    separator: 'comma',
  });
  assert.equal(download.suggestedFilename().endsWith('.csv'), true);
  assert.match(await text(await download.createReadStream()), /known@example\.com/);

  const json = { statusCode: 409, message: otherBrandMessage };
  await page.route('**/v1/app/session', (route) => route.fulfill({ status: 409, json }));
  await page.getByRole('link', { name: 'Download customers' }).click();
  await says('You switched to another brand in another window.');
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

async function chooseFile(name: string, lines: string[]): Promise<void> {
  const buffer = Buffer.from(lines.join('\r\n'), 'latin1');
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
}
