// Whatever is looked at, the browser asks nobody but the service itself: seen where the browser sends, with the part for
// offline at work.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { sharedServer } from '../support/shared-server.ts';
import { after, before, test } from '../support/browser-test.ts';
import { goWithin, openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { type FullBrand, makeFullBrand } from '../support/full-brand.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();

// What a page has in itself.
const ownSchemes = /^(data|blob|about|chrome-error):/;

let host: PictureHost;
let browser: TestBrowser;
let full: FullBrand;

before(async () => {
  host = await startPictureHost({ isShared: true });
  browser = await openBrowser();
  full = await makeFullBrand(server, host);
});

after(async () => {
  try {
    await browser?.close();
  } finally {
    await host?.close();
  }
});

test('every page, on a desktop and on a phone', async () => {
  const paths = addresses();
  assert.ok(paths.length > 20, paths.join());
  for (const look of [{}, { viewport: phone }]) {
    const { page } = await browser.signedInPage(server, { member: full.owner, ...look });
    const asked = await watch(page);
    await page.reload();
    for (const path of [...paths, '/calendar?view=month', '/calendar?view=week']) {
      await goWithin(page, path);
      await untilShown(page);
    }
    await goWithin(page, `/leads/${full.leadId}`);
    await page.getByRole('button', { name: 'Photo 1 of 1' }).click();
    await page.getByRole('img', { name: 'Photo 1 of 1' }).waitFor();
    assertOwn(asked);
    assert.ok(
      [...asked].some((url) => url.includes('/v1/app/overview')),
      'it did ask',
    );
    await page.context().close();
  }
});

test('before somebody is signed in', async () => {
  const page = await browser.page(server);
  const asked = await watch(page);
  for (const path of ['/', '/sign-in', '/forgot', `/welcome/${full.invitation}`, '/welcome/none']) {
    await page.goto(path);
    await untilShown(page);
  }
  assertOwn(asked);
});

test('what is kept for offline is fetched from nowhere else', async () => {
  const page = await browser.page(server, { serviceWorkers: 'allow' }, full.owner);
  const ofWorker = new Set<string>();
  page.context().on('request', (request) => {
    if (request.serviceWorker()) ofWorker.add(request.url());
  });
  await page.goto('/leads');
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
  await page.reload();
  await untilShown(page);
  await eventually(async () => [...ofWorker].some((url) => url.includes('/v1/api/leads')));
  assertOwn(ofWorker);
  await page.context().close();
});

test('the pages for integrators', async () => {
  const page = await browser.page(server);
  const asked = await watch(page);
  for (const path of ['/docs', '/docs/guide']) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }
  assertOwn(asked);
});

/** Each address that the app has a page for, with records that are there. */
function addresses(): string[] {
  const root = new URL('../../web/src/', import.meta.url);
  const source = (file: string) => readFileSync(new URL(file, root), 'utf8');
  const routes = [
    ...source('app/pages.tsx').matchAll(/^ {2}'(\/[^']*)': page\(|^ {2}'(\/[^']*)': Item/gm),
  ];
  const parts = [...source('pages/settings/settings.tsx').matchAll(/^ {2}(\w+): \{\n {4}group/gm)];
  const ids: Record<string, string> = {
    '/leads/:id': full.leadId,
    '/jobs/:id': full.plannedId,
    '/customers/:id': full.customerId,
  };
  const open = /^\/(sign-in|forgot|welcome)/;
  return [
    ...routes
      .map(([, route, item]) => (route ?? item)!)
      .filter((route) => !open.test(route) && !route.includes(':part'))
      .map((route) => route.replace(':id', ids[route] ?? '')),
    ...parts.map(([, part]) => `/settings/${part}`),
    `/settings/webhooks/${full.webhookId}`,
    `/settings/import/${full.importId}`,
    `/settings/requests/${full.requestId}`,
    '/settings/keys/new',
  ];
}

/** All that this page asks for from now on, also what its policy would have kept it from. */
async function watch(page: Page): Promise<Set<string>> {
  const asked = new Set<string>();
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setBypassCSP', { enabled: true });
  session.on('Network.requestWillBeSent', ({ request }) => asked.add(request.url));
  session.on('Network.webSocketCreated', ({ url }) => asked.add(url));
  session.on('Network.webTransportCreated', ({ url }) => asked.add(url));
  await session.send('Network.enable');
  return asked;
}

function assertOwn(asked: Set<string>): void {
  const home = new URL(server.url).origin;
  assert.ok(asked.size > 0);
  const elsewhere = [...asked].filter(
    (url) => !ownSchemes.test(url) && new URL(url).origin !== home,
  );
  assert.deepEqual(elsewhere, []);
}

/** With what was folded away. */
async function untilShown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const isShown = () =>
    page.evaluate<boolean>(`
      document.querySelectorAll('details:not([open]) > summary').forEach((one) => one.click());
      document.querySelector('.mantine-Loader-root, .mantine-Skeleton-root') === null`);
  await eventually(isShown).catch((cause) => {
    throw new Error(`${page.url()} is not shown`, { cause });
  });
}
