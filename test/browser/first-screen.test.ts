// What is loaded before the first screen; how soon that is there, the bench measures.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';

const scriptBytesMax = 200 * 1024;

const server = await sharedServer();
let browser: TestBrowser;
let me: SignedIn;

before(async () => {
  browser = await openBrowser();
  me = await signInAs(server);
  await me.call('/v1/api/leads', { body: { customerName: 'Jan', title: 'Leaking tap' } });
});

after(() => browser?.close());

// Notes when the first card stands on the screen, in the page itself: asking for it from outside takes time too.
const noteFirstCard = `
  const { promise, resolve: noted } = Promise.withResolvers();
  window.firstCard = promise;
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.lead-card')) return;
    observer.disconnect();
    noted(performance.now());
  }).observe(document, { childList: true, subtree: true });`;

const scriptsUntilThen = `firstCard.then((shownMs) =>
  performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => name.endsWith('.js') && startTime < shownMs)
    .map(({ name }) => new URL(name).pathname))`;

/** With nothing kept of an earlier visit. */
async function load(): Promise<{ scripts: string[]; page: Page }> {
  const page = await browser.page(server, {}, me);
  await page.addInitScript(noteFirstCard);
  await page.goto('/leads');
  await page.locator('.lead-card').first().waitFor({ state: 'attached' });
  return { scripts: await page.evaluate<string[]>(scriptsUntilThen), page };
}

async function bytesSent(path: string): Promise<number> {
  const headers = { 'accept-encoding': 'gzip' };
  const response = await fetch(new URL(path, server.url), { method: 'HEAD', headers });
  assert.equal(response.status, 200, path);
  return Number(response.headers.get('content-length'));
}

const neededLater = /calendar|schedule|plot/i;

test('the first screen needs little, and neither the calendar nor the plots', async () => {
  const { scripts, page } = await load();
  assert.ok(scripts.length > 0);
  assert.deepEqual(
    scripts.filter((path) => neededLater.test(path)),
    [],
  );
  const sizes = await Promise.all(scripts.map(bytesSent));
  const bytes = sizes.reduce((sum, one) => sum + one, 0);
  // Less would mean that something was not counted.
  assert.ok(bytes > scriptBytesMax / 4, `${bytes} bytes`);
  assert.ok(bytes < scriptBytesMax, `${bytes} bytes: ${scripts.join()}`);

  const later: string[] = [];
  page.on('request', (request) => later.push(request.url()));
  await page.getByRole('link', { name: /^(Calendar|Agenda)$/ }).click();
  await page.getByRole('heading', { level: 1, name: /^(Calendar|Agenda)$/ }).waitFor();
  await page.getByRole('link', { name: /^(Overview|Overzicht)$/ }).click();
  await page.locator('canvas').first().waitFor();
  const names = later.flatMap((url) => /(calendar|day-plot)-[^/]*\.js$/.exec(url)?.[1] ?? []);
  assert.deepEqual([...new Set(names)].sort(), ['calendar', 'day-plot']);
  await page.context().close();
});
