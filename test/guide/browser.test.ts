// The guide in a real browser, with and without its script.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  desktop,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();

let browser: TestBrowser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser?.close());

/** The first words shown of each example. */
const shown = (page: Page, part: string) =>
  page.locator(`section[aria-labelledby="${part}"] pre[data-for]:visible`).allTextContents();

for (const [screen, viewport, colorScheme] of [
  ['a phone by night', phone, 'dark'],
  ['a desktop by day', desktop, 'light'],
] as const) {
  test(`on ${screen} it fits and is accessible`, async () => {
    const page = await browser.page(server, { viewport, colorScheme });
    await page.goto('/docs/guide');
    await assertNoSidewaysScroll(page);
    await assertAccessible(page);
    await page.context().close();
  });
}

test('one click chooses the language of all examples, stays in place and is remembered', async () => {
  const page = await browser.page(server, { viewport: phone });
  await page.goto('/docs/guide');
  assert.match((await shown(page, 'first-lead'))[0]!, /^curl /);
  // Curl cannot receive: the first language that can stands in.
  assert.match((await shown(page, 'webhooks'))[1]!, /^import \{ createServer/);

  const tab = page.locator('section[aria-labelledby="retries"] .tabs label', { hasText: 'PHP' });
  await tab.scrollIntoViewIfNeeded();
  const topBefore = (await tab.boundingBox())!.y;
  await tab.click();
  assert.ok(Math.abs((await tab.boundingBox())!.y - topBefore) < 2);
  for (const part of ['first-lead', 'retries', 'webhooks']) {
    for (const text of await shown(page, part)) assert.match(text, /^<\?php/, part);
  }
  await page.reload();
  assert.match((await shown(page, 'first-lead'))[0]!, /^<\?php/);
  await page.locator('#in-php').press('ArrowRight');
  assert.match((await shown(page, 'first-lead'))[0]!, /^import json/);
  await page.context().close();
});

test('the examples use the page’s own URL', async () => {
  const page = await browser.page(server);
  await page.goto('/docs/guide#photos');
  const text = await page
    .locator('section[aria-labelledby="first-lead"] pre')
    .first()
    .textContent();
  assert.match(text!, new RegExp(`^export VAKWERK_URL=${server.url}$`, 'm'));
  await page.context().close();
});

test('the button copies the shown example', async () => {
  const page = await browser.page(server);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/guide');
  const example = page.locator('section[aria-labelledby="retries"] .code').first();
  await example.locator('label', { hasText: 'Python' }).click();
  await example.locator('button').click();
  await example.locator('button', { hasText: 'Copied' }).waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.deepEqual([copied], await shown(page, 'retries'));
  await page.context().close();
});

test('without a script the languages still work, and no dead button is shown', async () => {
  const page = await browser.page(server);
  const plain = await page.context().browser()!.newContext({ javaScriptEnabled: false });
  const quiet = await plain.newPage();
  await quiet.goto(`${server.url}/docs/guide`);
  await quiet.locator('.tabs label', { hasText: 'Python' }).first().click();
  assert.match((await shown(quiet, 'first-lead'))[0]!, /^import json/);
  assert.equal(await quiet.locator('.code button').count(), 0);
  await plain.close();
  await page.context().close();
});
