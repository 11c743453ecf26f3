// What is looked for among the leads: how many there are of it, and how much can be asked for.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn, column, moveByMouse } from '../support/board.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SignedIn } from '../support/sign-in.ts';

const server = await sharedServer();
let browser: TestBrowser;
let page: Page;
let me: SignedIn;

before(async () => {
  browser = await openBrowser();
  ({ page, me } = await browser.signedInPage(server));
});

after(() => browser?.close());

test('under a filter a column is counted, also further than it is shown', async () => {
  const urgent = Array.from({ length: 27 }, (_, index) => ({
    customerName: 'Many',
    title: `Counted ${index}`,
    priority: 'urgent',
    source: 'chat',
  }));
  await me.call('/v1/api/leads/batch', { body: { leads: urgent } });
  await page.goto('/leads?source=chat');
  await page.getByRole('heading', { level: 2, name: 'New 27', exact: true }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'Lost 0', exact: true }).waitFor();
  assert.ok((await page.getByRole('heading', { level: 3 }).count()) < 27, 'not all are shown');
  await moveByMouse(page, cardIn(page, 'New', 'Counted 26'), 'Contacted');
  await page.getByRole('heading', { level: 2, name: 'New 26', exact: true }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'Contacted 1', exact: true }).waitFor();
  // Of what is typed, nobody counts further.
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('counted');
  await page.getByRole('heading', { level: 2, name: 'New 25+', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Show more: New' }).click();
  await page.getByRole('heading', { level: 2, name: 'New 26', exact: true }).waitFor();
  // Not that nothing new came in: it is only not what is looked for.
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('counted 26');
  await column(page, 'New').getByText('Nothing found', { exact: true }).waitFor();
  await cardIn(page, 'Contacted', 'Counted 26').waitFor();
});

test('tags of any length that a tag can have are looked for, several at once', async () => {
  const long = 'a'.repeat(100);
  const { body } = await me.call('/v1/api/leads', {
    body: { customerName: 'Kees', title: 'Tagged' },
  });
  await me.call(`/v1/api/work-items/${body.id}`, { method: 'PATCH', body: { tags: [long] } });
  await page.goto('/leads');
  await page.getByRole('searchbox', { name: 'Tag' }).fill(`garden, ${long}, ${'b'.repeat(300)}`);
  await page.waitForURL(`**/leads?tag=garden%2C${long}%2C${'b'.repeat(100)}`);
  await cardIn(page, 'New', 'Tagged').waitFor();
  await page.getByRole('heading', { level: 2, name: 'New 1', exact: true }).waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
});
