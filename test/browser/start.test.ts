// The app's start: what it loads, early and late session responses, and the page frame. The bench
// measures the time to the first screen.
import assert from 'node:assert/strict';
import type { Page, Route } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { desktop, openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const sessionPath = '**/v1/app/session';
const scriptBytesMax = 200 * 1024;

const server = await sharedServer();
let browser: TestBrowser;
let me: SignedIn;
// Several tests reload the app in these.
let inEnglish: Page;
let inDutch: Page;

before(async () => {
  browser = await openBrowser();
  me = await signInAs(server);
  await me.call('/v1/api/leads', { body: { customerName: 'Jan', title: 'Lekkende kraan' } });
  await me.call('/v1/app/account', { method: 'PATCH', body: { language: 'nl' } });
  inEnglish = await browser.page(server, { language: 'en' }, me);
  inDutch = await browser.page(server, { language: 'nl' }, me);
});

after(() => browser?.close());

const leads = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Aanvragen', exact: true });

test('every resource is requested once', async () => {
  const page = inDutch;
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/v1/')) asked.push(`${pathname} ${searchParams.get('status') ?? ''}`);
  });
  await page.goto('/');
  await page.locator('.lead-card').first().waitFor();
  await eventually(async () => asked.some((one) => one.startsWith('/v1/app/stream')));
  assert.equal(asked[0], '/v1/app/session ');
  assert.deepEqual(asked.toSorted(), [...new Set(asked)].toSorted());
  assert.equal(asked.filter((one) => one.startsWith('/v1/api/leads')).length, 5);
  assert.ok(asked.includes('/v1/app/board '));
});

test('the first paint is in the member’s language', async () => {
  const page = inEnglish;
  await page.addInitScript(`
    window.drawn = [];
    new MutationObserver(() => {
      const title = document.querySelector('h1')?.textContent;
      if (title && window.drawn.at(-1) !== title) window.drawn.push(title);
    }).observe(document, { childList: true, subtree: true, characterData: true });`);
  await page.goto('/leads');
  await page.locator('.lead-card').first().waitFor();
  assert.deepEqual(await page.evaluate('drawn'), ['Aanvragen']);
  assert.equal(await page.evaluate('document.documentElement.lang'), 'nl');
});

test('the frame is painted before scripts and styles are there', async () => {
  const page = await browser.page(server, {}, me);
  const held: Route[] = [];
  let isHeld = true;
  await page.route('**/assets/*', (route) => (isHeld ? void held.push(route) : route.continue()));
  await page.goto('/leads', { waitUntil: 'commit' });
  await page.locator('.frame-header').waitFor();
  await eventually(() =>
    page.evaluate<boolean>(`performance.getEntriesByName('first-paint').length > 0`),
  );
  assert.ok(held.some((route) => route.request().url().endsWith('.css')));
  isHeld = false;
  await Promise.all(held.map((route) => route.continue()));
  await page.locator('.lead-card').first().waitFor();
  assert.equal(await page.locator('.frame').count(), 0);
  await page.context().close();
});

test('a late response', async () => {
  const page = inDutch;
  const { promise: isHeld, resolve: held } = Promise.withResolvers<Route>();
  await page.route(sessionPath, (route) => held(route), { times: 1 });
  const going = page.goto('/leads');
  const route = await isHeld;
  await page.locator('.mantine-Loader-root').waitFor();
  await route.continue();
  await going;
  await leads(page).waitFor();
  await page.locator('.lead-card').first().waitFor();
});

test('a failed session request is retried', async () => {
  const page = inDutch;
  await page.route(sessionPath, (route) => route.abort());
  await page.goto('/leads');
  const again = page.getByRole('button', { name: 'Opnieuw proberen' });
  // The client retries several times by itself.
  await again.waitFor();
  await page.unroute(sessionPath);
  await again.click();
  await leads(page).waitFor();
  await page.locator('.lead-card').first().waitFor();
  browser.takeAway(/ERR_FAILED/);
});

test('a member signed out in between sees the sign-in page', async () => {
  const page = inDutch;
  const refusal = { status: 401, json: { statusCode: 401, message: ['Unknown'], error: 'x' } };
  await page.route('**/v1/api/leads?*', (route) => route.fulfill(refusal));
  await page.goto('/leads');
  await page.getByRole('heading', { level: 1, name: 'Inloggen' }).waitFor();
});

/** Tells whether the last match is topmost at its centre. */
function isOnTop(page: Page, selector: string): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const element = [...document.querySelectorAll(${JSON.stringify(selector)})].at(-1);
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  })()`);
}

for (const [name, viewport] of Object.entries({ desktop, phone })) {
  test(`the skip link leads to the heading, on a ${name}`, async () => {
    const path = '/settings/keys';
    const look = { member: me, language: 'nl', viewport, path } as const;
    const { page } = await browser.signedInPage(server, look);
    // Low enough that the page scrolls.
    await page.setViewportSize({ width: viewport.width, height: 300 });
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Naar de inhoud' }).press('Enter');
    await eventually(async () => (await page.evaluate('document.activeElement.id')) === 'content');
    assert.ok(await isOnTop(page, 'h1'), 'the heading is covered');
    if (viewport === phone) await seesEndOfMenu(page);
    await page.context().close();
  });
}

/** The last item of the account menu is not covered by the bottom bar. */
async function seesEndOfMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 667, height: 320 });
  await page.getByRole('banner').getByRole('button').last().click();
  const out = page.getByRole('menuitem', { name: 'Uitloggen' });
  await out.waitFor();
  await out.scrollIntoViewIfNeeded();
  await eventually(() => isOnTop(page, '[role=menuitem]'));
}

// Records when the first card appears, in the page itself: polling from outside takes time too.
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

/** With an empty cache. */
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

test('the first screen loads little, and neither the calendar nor the charts', async () => {
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
