// A page of another site, open in a signed-in member's browser, cannot change anything.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';
import { passwordOfTests, type SignedIn, signInAs } from '../support/sign-in.ts';

const server = await sharedServer();
let browser: TestBrowser;
let elsewhere: Server;
let elsewherePort: number;
let me: SignedIn;
let page: Page;
let leadId: string;

before(async () => {
  // Its pages are empty: the tests insert an attacker's content.
  elsewhere = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html').end('<!doctype html><title>x</title>');
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  elsewherePort = (elsewhere.address() as AddressInfo).port;
  browser = await openBrowser();
  me = await signInAs(server);
  const lead = { customerName: 'Jan', title: 'Leaking tap' };
  leadId = (await me.call('/v1/api/leads', { body: lead })).body.id;
  // Signed in through the form, with the cookie as the server sets it.
  page = await browser.page(server);
  await page.goto('/sign-in');
  await page.locator('[name=email]').fill(me.email);
  await page.locator('[name=password]').fill(passwordOfTests);
  await page.locator('[type=submit]').click();
  await page.getByRole('link', { name: 'Leaking tap' }).waitFor();
});

after(async () => {
  // These tests leave our site on purpose, and the browser logs each refusal.
  browser?.takeAway(
    /^asked http:\/\/(localhost|127\.0\.0\.1):|CORS policy|ERR_FAILED|frame-ancestors|ERR_BLOCKED/,
  );
  try {
    await browser?.close();
  } finally {
    await server?.stop();
    elsewhere?.close();
    elsewhere?.closeAllConnections();
  }
});

// Ports do not separate sites: such a page gets the cookie even on POST.
const others = [
  { site: 'same-site', host: '127.0.0.1' },
  { site: 'cross-site', host: 'localhost' },
];

const newLead = JSON.stringify({ customerName: 'Evil', title: 'Evil' });
const newKey = JSON.stringify({ name: 'Evil', scopes: ['full'] });

/** Every record the attempts could change. */
async function records(): Promise<unknown> {
  const paths = ['/v1/api/leads', '/v1/app/keys', '/v1/app/members', '/v1/app/invitations'];
  const read = async (path: string) => {
    const { status, body } = await me.call(path);
    assert.equal(status, 200, path);
    return body.data;
  };
  return Promise.all(paths.map(read));
}

async function isSignedIn(): Promise<boolean> {
  const { cookies } = await page.context().storageState();
  const [cookie] = cookies;
  const headers = { cookie: `${cookie!.name}=${cookie!.value}` };
  return (await fetch(`${server.url}/v1/app/session`, { headers })).status === 200;
}

for (const { site, host } of others) {
  test(`nothing changes by a form of a ${site} page`, async () => {
    const kept = await records();
    // A form can send JSON when the equals sign is inside a string.
    const forms: [path: string, encoding: string, name: string][] = [
      ['/v1/app/sign-out', 'application/x-www-form-urlencoded', 'x'],
      ['/v1/app/sign-out', 'text/plain', '{"x":"'],
      ['/v1/api/leads', 'text/plain', '{"title":"Evil","customerName":"Evil'],
      ['/v1/app/keys', 'text/plain', '{"scopes":["full"],"name":"Evil'],
      ['/v1/app/sign-in', 'text/plain', `{"email":"${me.email}","password":"`],
    ];
    for (const [path, encoding, name] of forms) {
      await page.goto(`http://${host}:${elsewherePort}/`);
      const sent = page.waitForResponse(`${server.url}${path}`);
      await page.evaluate(`
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: '${server.url}${path}', enctype: '${encoding}' });
        const field = document.createElement('input');
        Object.assign(field, { name: ${JSON.stringify(name)}, value: '"}' });
        form.append(field);
        document.body.append(form);
        form.submit();`);
      const response = await sent;
      await page.waitForURL(`${server.url}${path}`);
      assert.equal(response.request().method(), 'POST');
      const { 'sec-fetch-site': said, cookie } = await response.request().allHeaders();
      assert.deepEqual([said, cookie !== undefined], [site, site === 'same-site']);
      // Without a cookie, the request has no credentials.
      const expected = site === 'same-site' || path.startsWith('/v1/app/') ? 403 : 401;
      assert.equal(response.status(), expected, path);
    }
    assert.deepEqual(await records(), kept);
    assert.ok(await isSignedIn());
  });

  test(`nothing changes, and nothing is read, by a script or an image of a ${site} page`, async () => {
    const kept = await records();
    await page.goto(`http://${host}:${elsewherePort}/`);
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().startsWith(server.url)) statuses.push(response.status());
    });
    const json = { 'content-type': 'application/json' };
    const item = `/v1/api/work-items/${leadId}`;
    const attempts: [path: string, init: object][] = [
      ['/v1/app/sign-out', { method: 'POST', mode: 'no-cors' }],
      ['/v1/api/leads', { method: 'POST', mode: 'no-cors', body: newLead }],
      ['/v1/app/keys', { method: 'POST', mode: 'no-cors', body: newKey }],
      ['/v1/api/leads', { method: 'POST', headers: json, body: newLead }],
      ['/v1/app/keys', { method: 'POST', headers: json, body: newKey }],
      [item, { method: 'PATCH', headers: json, body: '{"title":"Evil"}' }],
      [item, { method: 'DELETE' }],
      ['/v1/api/leads', {}],
      ['/v1/app/session', {}],
      ['/v1/app/export/customers.csv', {}],
    ];
    const seen = await page.evaluate<string[]>(`Promise.all(
      ${JSON.stringify(attempts)}.map(([path, init]) =>
        fetch('${server.url}' + path, { credentials: 'include', ...init })
          .then(async (response) => response.type + (await response.text()), () => 'refused')))`);
    // An opaque response arrived, and is empty.
    assert.deepEqual([...new Set(seen)].sort(), ['opaque', 'refused']);
    const shown = await page.evaluate<string[]>(`Promise.all(
      ['/v1/app/sign-out', '/v1/api/leads', '${item}?method=DELETE'].map((path) =>
        new Promise((resolve) => {
          const picture = new Image();
          picture.onload = () => resolve('shown');
          picture.onerror = () => resolve('not shown');
          picture.src = '${server.url}' + path;
        })))`);
    assert.deepEqual(shown, ['not shown', 'not shown', 'not shown']);
    const heard = await page.evaluate<string>(`new Promise((resolve) => {
      const stream = new EventSource('${server.url}/v1/app/stream', { withCredentials: true });
      stream.onopen = () => resolve('open');
      stream.onerror = () => resolve('refused');
    })`);
    assert.equal(heard, 'refused');
    assert.ok(statuses.includes(403), 'some of it arrived');
    assert.deepEqual(await records(), kept);
    assert.ok(await isSignedIn());
  });
}

test('a page of another site cannot frame ours', async () => {
  await page.goto(`http://127.0.0.1:${elsewherePort}/`);
  await page.evaluate(`new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.onload = resolve;
    frame.src = '${server.url}/leads';
    document.body.append(frame);
  })`);
  const [, frame] = page.frames();
  assert.doesNotMatch(await frame!.content(), /Leaking tap|id="root"/);
});

test('our own page may do all this', async () => {
  await page.goto(`${server.url}/leads`);
  await page.getByRole('link', { name: 'Leaking tap' }).waitFor();
  const statuses = await page.evaluate<number[]>(`(async () => {
    const headers = { 'content-type': 'application/json' };
    const made = await fetch('/v1/api/leads', { method: 'POST', headers, body: '${newLead}' });
    const out = await fetch('/v1/app/sign-out', { method: 'POST' });
    return [made.status, out.status];
  })()`);
  assert.deepEqual(statuses, [201, 204]);
});
