// A business brings its past along: customers alone, or leads with their own times and statuses.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn, column } from '../support/board.ts';
import { goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SignedIn } from '../support/sign-in.ts';

const server = await sharedServer();
let browser: TestBrowser;
let page: Page;
let me: SignedIn;

before(async () => {
  browser = await openBrowser();
  ({ page, me } = await browser.signedInPage(server, { path: '/customers' }));
});

after(() => browser?.close());

const button = (name: string) => page.getByRole('button', { name, exact: true });

async function choose(name: string, lines: string[]): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await page.locator('input[type=file]').setInputFiles(file);
}

test('from the empty list of customers, a file becomes customers and no leads', async () => {
  await page.getByRole('link', { name: 'Import from a file' }).click();
  await page.getByText('Customers only').click();
  await choose('customers.csv', [
    'Naam;E-mail;Telefoon',
    'Anna Oud;anna@example.com;0612345678',
    'Bert Oud;bert@example.com;',
  ]);
  await button('Preview import').click();
  await page.getByText('2 new customers').waitFor();
  await button('Import 2 customers').click();
  await page.getByText('2 customers added, 0 rows refused').first().waitFor();
  await page.getByRole('link', { name: 'Go to customers' }).click();
  for (const name of ['Anna Oud', 'Bert Oud']) await page.getByRole('link', { name }).waitFor();
  assert.deepEqual((await me.call('/v1/api/leads')).body.data, []);
  assert.deepEqual((await me.call('/v1/api/work-items')).body.data, []);
});

test('leads keep the time and the status of their row, and are not today’s', async () => {
  await goWithin(page, '/settings/import');
  await choose('leads.csv', [
    'status,title,customerName,email,receivedAt',
    'quote_sent,Old quote,Anna Oud,anna@example.com,2026-01-05T10:00:00Z',
    'lost,Old loss,Bert Oud,bert@example.com,2026-02-05T10:00:00Z',
  ]);
  await button('Preview import').click();
  await page.getByText('2 leads for existing customers').waitFor();
  await button('Import 2 leads').click();
  await page.getByText('2 leads created, 0 rows refused').first().waitFor();
  await goWithin(page, '/leads');
  await cardIn(page, 'Quote sent', 'Old quote').waitFor();
  await cardIn(page, 'Lost', 'Old loss').waitFor();
  assert.equal(await column(page, 'New').getByRole('listitem').count(), 0);
  const { data } = (await me.call('/v1/api/leads?sort=receivedAt')).body;
  assert.deepEqual(
    data.map(({ status, receivedAt }: { status: string; receivedAt: string }) => [
      status,
      receivedAt,
    ]),
    [
      ['quote_sent', '2026-01-05T10:00:00.000Z'],
      ['lost', '2026-02-05T10:00:00.000Z'],
    ],
  );
  await goWithin(page, '/overview?days=7');
  await page.getByText('Nothing to show yet').or(page.getByText('0 of 0 leads')).first().waitFor();
});
