// Offline, the pages visited last can be read; signing out deletes them. Several members share one
// browser, one after the other, so that the service worker fetches the app once.
import assert from 'node:assert/strict';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { sharedServer } from '../support/shared-server.ts';
import { after, before, test } from '../support/browser-test.ts';
import { goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { call, createLead } from '../support/call.ts';
import { outcomesOf } from '../support/photo-server.ts';
import {
  invitationTo,
  passwordOfTests,
  samePage,
  type SignedIn,
  signInAs,
} from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();

// The browser's messages for a request without network.
const noNetwork = /ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/;

let host: PictureHost;
let browser: TestBrowser;
let page: Page;
// Paths that the service worker requested.
const ofWorker = new Set<string>();

before(async () => {
  host = await startPictureHost({ isShared: true });
  browser = await openBrowser();
  page = await browser.page(server, { serviceWorkers: 'allow' });
  page.context().on('request', (request) => {
    if (request.serviceWorker()) ofWorker.add(new URL(request.url()).pathname);
  });
  await page.goto('/sign-in');
  const isControlled = 'navigator.serviceWorker.controller !== null';
  await eventually(() => page.evaluate<boolean>(isControlled));
});

after(async () => {
  browser?.takeAway(noNetwork);
  try {
    await browser?.close();
  } finally {
    await host?.close();
  }
});

async function signIn({ email }: SignedIn): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(passwordOfTests);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signInInEnglish(me: SignedIn): Promise<void> {
  await me.call('/v1/app/account', { method: 'PATCH', body: { language: 'en' } });
  await signIn(me);
  await page.getByRole('button', { name: 'Test Member' }).waitFor();
}

async function signOut(): Promise<void> {
  await page.getByRole('button', { name: 'Test Member' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

/** A member who has opened a customer's page. */
async function somebodyAtWork(name: string): Promise<{ me: SignedIn; id: string }> {
  const me = await signInAs(server, { role: 'owner' });
  const lead = { customerName: name, title: 'Leaking tap', email: 'someone@example.com' };
  const id = (await me.call('/v1/api/leads', { body: lead })).body.customerId;
  await signInInEnglish(me);
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('link', { name }).click();
  await page.getByRole('link', { name: /Leaking tap/ }).waitFor();
  await untilKept(`/v1/api/customers/${id}`);
  await untilKept('/v1/app/session');
  return { me, id };
}

/** Caching continues after the page has loaded. */
async function untilKept(path: string): Promise<void> {
  await eventually(() =>
    page.evaluate<boolean>(`caches.match('${path}').then((found) => Boolean(found))`),
  );
}

const answersKept = `(async () => {
  const names = ['answers', 'thumbnails', 'photos'];
  const stores = await Promise.all(names.map((name) => caches.open(name)));
  return (await Promise.all(stores.map((store) => store.keys()))).flat().map(({ url }) => url);
})()`;

async function kept(): Promise<string[]> {
  return page.evaluate<string[]>(answersKept);
}

function untilNothingKept(): Promise<void> {
  return eventually(async () => (await kept()).length === 0);
}

test('offline the app starts, shows cached pages, and says what is unavailable', async () => {
  const { me, id } = await somebodyAtWork('Hanna Haan');
  // The watch on foreign origins must not apply to the worker's requests.
  assert.ok(ofWorker.has(`/v1/api/customers/${id}`), [...ofWorker].join());
  await page.context().setOffline(true);
  await page.goto(`/customers/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Hanna Haan' }).waitFor();
  await page.getByText('You are offline.').waitFor();
  await page.getByRole('link', { name: /Leaking tap/ }).waitFor();
  // This page was never opened, but its script is cached.
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('The server cannot be reached.').first().waitFor();

  // The page refreshes by itself, with what has happened since.
  const apiPath = `/v1/api/customers/${id}`;
  await me.call(apiPath, { method: 'PATCH', body: { name: 'Hanna Haan-Smit' } });
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Hanna Haan-Smit' }).waitFor();
  await page.getByText('You are offline.').waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('searchbox').fill('Smit');
  await page.getByRole('link', { name: 'Hanna Haan-Smit' }).waitFor();
  const urls = await kept();
  assert.ok(urls.length > 0);
  assert.deepEqual(
    urls.filter((url) => /export|stream|webhooks|requests|keys|[?&]q=/.test(url)),
    [],
  );

  assert.ok(urls.some((url) => url.endsWith(apiPath)));
  assert.equal((await me.call(`${apiPath}?erase=true`, { method: 'DELETE' })).status, 204);
  await page.goto(`/customers/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Customer not found' }).waitFor();
  await eventually(async () => !(await kept()).join().includes(id));
  await signOut();
});

test('the overview, submitted changes and viewed photos are available offline', async () => {
  const me = await signInAs(server);
  const key = await server.createKey({ brandId: me.brandId });
  const { body: lead } = await createLead(server, key, {
    photoUrls: [host.url('/photo.jpg?n=1&width=800'), host.url('/photo.jpg?n=2&width=800')],
    ours: 'a field of ours',
  });
  await outcomesOf(server, key, lead.id);
  await signInInEnglish(me);
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { name: 'Response times', exact: true }).waitFor();
  await untilKept('/v1/app/overview?days=30');
  await goWithin(page, `/leads/${lead.id}`);
  const unfold = () => page.getByText('Original submission', { exact: true }).click();
  await unfold();
  await page.getByText('a field of ours').waitFor();
  const photo = (number: number) => page.getByRole('button', { name: `Photo ${number} of 2` });
  const shown = page.getByRole('dialog').locator('img');
  const untilLarge = () =>
    eventually(() =>
      shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 480),
    );
  await page.evaluate(keepOtherPhotos);
  await photo(1).click();
  await untilLarge();
  await page.keyboard.press('Escape');
  const [large] = lead.photos.map(({ assetId }: { assetId: string }) => assetId);
  await untilKept(`/v1/api/assets/${large}`);
  await untilKept(`/v1/api/work-items/${lead.id}/submission`);
  // The cache holds 40 MB, so the oldest was evicted.
  await eventually(async () => {
    const others = (await kept()).filter((url) => url.includes('/assets/other-'));
    return others.length === 13 && !others.some((url) => /-[0-6]$/.test(url));
  });

  await page.context().setOffline(true);
  await page.goto('/overview');
  await page.getByText('You are offline.').waitFor();
  await page.getByRole('heading', { name: 'Response times', exact: true }).waitFor();
  await page.goto(`/leads/${lead.id}`);
  await unfold();
  await page.getByText('a field of ours').waitFor();
  await photo(1).click();
  await untilLarge();
  assert.equal(await page.getByText('This is the small one.').count(), 0);
  // A photo that was not opened before.
  await page.keyboard.press('ArrowRight');
  await page.getByText('This is the small one.').waitFor();
  await page.keyboard.press('Escape');

  await page.context().setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  await signOut();
  await untilNothingKept();
});

/** Twenty cached photos of 3 MB each, without content. */
const keepOtherPhotos = `(async () => {
  const cache = await caches.open('photos');
  for (let n = 0; n < 20; n++) {
    const headers = { 'x-cached-at': String(Date.now()), 'x-cached-bytes': String(3 * 1024 * 1024) };
    await cache.put('/v1/api/assets/other-' + n, new Response('', { headers }));
  }
})()`;

test('signing out, or switching accounts by a link, clears the cache', async () => {
  const { id } = await somebodyAtWork('Iris IJs');
  const { id: brandId } = await server.createBrand();
  const wanted = { brandId, role: 'owner', email: 'the.next@example.com' } as const;
  await page.goto(`/welcome/${await invitationTo(server, wanted)}`);
  await page.getByLabel('Your name').fill('Test Member');
  await page.getByLabel('New password').fill(passwordOfTests);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL('**/leads');
  await eventually(async () => !(await kept()).join().includes(id));

  await signOut();
  await untilNothingKept();
  await page.context().setOffline(true);
  await page.goto('/customers');
  // The app cannot know whether a member is signed in.
  await page.getByText('The server cannot be reached.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('a session ended elsewhere clears the cache and the page', async () => {
  await somebodyAtWork('Joop Jas');
  const next = await signInAs(server, { role: 'owner' });
  const [cookie] = await page.context().cookies();
  const headers = { ...samePage, cookie: `${cookie!.name}=${cookie!.value}` };
  const out = await call(server, '/v1/app/sign-out', { method: 'POST', body: {}, headers });
  assert.equal(out.status, 204);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await untilNothingKept();
  await signIn(next);
  // In the brand's language, which the member has not changed yet.
  await page.getByRole('link', { name: 'Klanten', exact: true }).click();
  await page.getByText('Nog geen klanten').waitFor();
});

test('the app can be installed', async () => {
  const protocol = await page.context().newCDPSession(page);
  const { installabilityErrors } = await protocol.send('Page.getInstallabilityErrors');
  assert.deepEqual(
    installabilityErrors
      .map(({ errorId }) => errorId)
      // Test contexts are incognito, where browsers do not install apps.
      .filter((errorId) => errorId !== 'in-incognito'),
    [],
  );
  const { errors, data } = await protocol.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  const manifest = JSON.parse(data ?? '{}');
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(src);
    assert.equal(icon.headers()['content-type'], type);
    // A PNG has its width at byte 16.
    if (type === 'image/png') {
      assert.equal((await icon.body()).readUInt32BE(16), Number.parseInt(sizes, 10));
    }
  }
});

test('a new version takes over, and a page of the old one still loads its files', async () => {
  let isNew = false;
  // A proxy before the server: the new version has another service worker, and the old files are
  // gone.
  const front = createServer((asked, answer) => {
    const { url: path, method, headers } = asked;
    if (isNew && path!.startsWith('/assets/')) return answer.writeHead(404).end();
    const isWorker = isNew && path === '/service-worker.js';
    if (isWorker) {
      headers['accept-encoding'] = 'identity';
      delete headers['if-none-match'];
    }
    const passed = ask(new URL(path!, server.url), { method, headers }, (response) => {
      const { 'content-length': bytes, ...others } = response.headers;
      // Keeps the browser's own cache out.
      answer.writeHead(response.statusCode!, {
        ...others,
        ...(bytes && !isWorker && { 'content-length': bytes }),
        'cache-control': 'no-store',
      });
      if (!isWorker) return response.pipe(answer);
      response.setEncoding('utf8');
      response.toArray().then((parts) => answer.end(newVersionOf(parts.join(''))));
    });
    passed.on('error', () => answer.destroy());
    // The event stream would never end.
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    const { page: other } = await browser.signedInPage(
      { ...server, url },
      { serviceWorkers: 'allow' },
    );
    await other.evaluate('navigator.serviceWorker.ready');
    isNew = true;
    await other.evaluate(`(async () => {
      const changed = new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      });
      await (await navigator.serviceWorker.ready).update();
      await changed;
    })()`);
    await other.getByRole('link', { name: 'Customers' }).click();
    await other.getByText('No customers yet').waitFor();
    const versions = await other.evaluate<string[]>('caches.keys()');
    assert.equal(versions.filter((name) => name.startsWith('app-')).length, 2);
    await other.context().close();
  } finally {
    front.close();
    front.closeAllConnections();
  }
});

/** With another cache name and none of the previous files. */
function newVersionOf(worker: string): string {
  const changed = worker.replace(/"version":"\w+","files":\[[^\]]*\]/, '"version":"2","files":[]');
  assert.notEqual(changed, worker);
  return changed;
}
