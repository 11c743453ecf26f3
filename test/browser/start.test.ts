// How the app begins, whenever it is told who is signed in; and the frame around its pages.
import assert from 'node:assert/strict';
import type { Page, Route } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { desktop, openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const sessionPath = '**/v1/app/session';

const server = await sharedServer();
let browser: TestBrowser;
let me: SignedIn;

before(async () => {
  browser = await openBrowser();
  me = await signInAs(server);
  await me.call('/v1/api/leads', { body: { customerName: 'Jan', title: 'Lekkende kraan' } });
  await me.call('/v1/app/account', { method: 'PATCH', body: { language: 'nl' } });
});

after(() => browser?.close());

const leads = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Aanvragen', exact: true });

test('everything is asked for once', async () => {
  const page = await browser.page(server, { language: 'nl' }, me);
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
  await page.context().close();
});

test('the first thing drawn is in the language of whoever is signed in', async () => {
  const page = await browser.page(server, { language: 'en' }, me);
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
  await page.context().close();
});

test('an answer that comes late', async () => {
  const page = await browser.page(server, { language: 'nl' }, me);
  const { promise: isHeld, resolve: held } = Promise.withResolvers<Route>();
  await page.route(sessionPath, (route) => held(route), { times: 1 });
  const going = page.goto('/leads');
  const route = await isHeld;
  await page.locator('.mantine-Loader-root').waitFor();
  await route.continue();
  await going;
  await leads(page).waitFor();
  await page.locator('.lead-card').first().waitFor();
  await page.context().close();
});

test('a service that does not say who is signed in is asked again', async () => {
  const page = await browser.page(server, { language: 'nl' }, me);
  await page.route(sessionPath, (route) => route.abort());
  await page.goto('/leads');
  const again = page.getByRole('button', { name: 'Opnieuw proberen' });
  // The client tries several times by itself.
  await again.waitFor();
  await page.unroute(sessionPath);
  await again.click();
  await leads(page).waitFor();
  await page.locator('.lead-card').first().waitFor();
  await page.context().close();
  browser.takeAway(/ERR_FAILED/);
});

test('who is signed out in between sees the way in', async () => {
  const page = await browser.page(server, { language: 'nl' }, me);
  const refusal = { status: 401, json: { statusCode: 401, message: ['Unknown'], error: 'x' } };
  await page.route('**/v1/api/leads?*', (route) => route.fulfill(refusal));
  await page.goto('/leads');
  await page.getByRole('heading', { level: 1, name: 'Inloggen' }).waitFor();
  await page.context().close();
});

/** Whether the last of these is what stands uppermost in its middle. */
function isOnTop(page: Page, selector: string): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const element = [...document.querySelectorAll(${JSON.stringify(selector)})].at(-1);
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  })()`);
}

for (const [name, viewport] of Object.entries({ desktop, phone })) {
  test(`the link that skips the navigation leads to the heading, on a ${name}`, async () => {
    const { page } = await browser.signedInPage(server, { member: me, language: 'nl', viewport });
    await page.goto('/settings/keys');
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    // Low enough for the page to be scrolled.
    await page.setViewportSize({ width: viewport.width, height: 300 });
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Naar de inhoud' }).press('Enter');
    await eventually(async () => (await page.evaluate('document.activeElement.id')) === 'content');
    assert.ok(await isOnTop(page, 'h1'), 'the heading is covered');
    await page.context().close();
  });
}

test('the last line of the account’s menu is not under the bar at the bottom', async () => {
  const { page } = await browser.signedInPage(server, {
    member: me,
    language: 'nl',
    viewport: phone,
  });
  await page.setViewportSize({ width: 667, height: 320 });
  await page.getByRole('banner').getByRole('button').click();
  const out = page.getByRole('menuitem', { name: 'Uitloggen' });
  await out.waitFor();
  await out.scrollIntoViewIfNeeded();
  await eventually(() => isOnTop(page, '[role=menuitem]'));
  await page.context().close();
});
