// The code of "A website without a backend", on a static page of another origin.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { listAll } from '../support/call.ts';
import { commandLine } from '../support/command-line.ts';
import { visitAgo } from '../support/forms.ts';
import { root } from '../support/project-files.ts';
import { makePicture } from '../support/sample-pictures.ts';
import { sharedServer } from '../support/shared-server.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();

const guide = readFileSync(join(root, 'docs', 'guide', 'website.md'), 'utf8');
const [embed, form] = [...guide.matchAll(/```html\n([^]*?)```/g)].map(([, text]) => text!);
const script = /```js\n([^]*?)```/.exec(guide)![1]!;
const documentedUrl = /https:\/\/leads\.example\.com\/f\/([\w-]{36})/.exec(guide)!;

let browser: TestBrowser;
let website: Server;
let origin: string;
let html = '';
before(async () => {
  browser = await openBrowser();
  website = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>Jansen</title><body>${html}</body></html>`);
  });
  website.listen(0, '127.0.0.1');
  await once(website, 'listening');
  origin = `http://127.0.0.1:${(website.address() as AddressInfo).port}`;
});
after(async () => {
  website?.closeAllConnections();
  website?.close();
  browser?.takeAway(/^asked http:\/\/127\.0\.0\.1/);
  await browser?.close();
});

interface Opened {
  page: Page;
  channelId: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  leads(): Promise<any[]>;
  key: string;
}

/** The static page with this code, for a channel of its own. */
async function open(code: string, { javaScriptEnabled = true } = {}): Promise<Opened> {
  const brandId = (await server.createBrand()).id;
  const key = await server.createKey({ brandId });
  const words = ['--type', 'form', '--name', 'Website', '--origin', origin];
  const vakwerk = commandLine(server.dataDir);
  const { id } = await vakwerk.json('channels', 'create', '--brand', brandId, ...words);
  html = code.replaceAll('https://leads.example.com', server.url).replaceAll(documentedUrl[1]!, id);
  const first = await browser.page(server);
  const context = await first.context().browser()!.newContext({ javaScriptEnabled });
  await first.context().close();
  const page = await context.newPage();
  await page.goto(origin);
  return { page, channelId: id, key, leads: () => listAll(server, key, '/v1/api/leads') };
}

const fillIn = async (page: Page) => {
  await page.getByLabel('Name').fill('Jan Jansen');
  await page.getByLabel('E-mail').fill('jan@example.com');
  await page.getByLabel('Phone').fill('06 12345678');
  await page.getByLabel('Address').fill('Kerkstraat 12a, 3511 LN Utrecht');
  await page.getByLabel('What can we do').fill('Leaking tap');
};

for (const javaScriptEnabled of [true, false]) {
  test(`the form of one's own, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
    const { page, leads, key } = await open(form!, { javaScriptEnabled });
    await fillIn(page);
    const buffer = await makePicture('jpeg');
    const file = { name: 'tap.jpg', mimeType: 'image/jpeg', buffer };
    await page.getByLabel('Photos').setInputFiles(file);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(/\/f\/[\w-]{36}\/thanks/);
    const [lead, ...others] = await leads();
    assert.deepEqual(others, []);
    const { customer, address, title, source } = lead;
    assert.deepEqual(
      [customer.name, customer.email, customer.phone, title, source],
      ['Jan Jansen', 'jan@example.com', '06 12345678', 'Leaking tap', 'web'],
    );
    assert.deepEqual(
      [address.street, address.streetNumber, address.streetNumberAddition, address.city],
      ['Kerkstraat', '12', 'a', 'Utrecht'],
    );
    await eventually(async () => {
      const [photo] = await listAll(server, key, `/v1/api/work-items/${lead.id}/photos`);
      return photo?.status === 'stored';
    });
    await page.context().close();
  });
}

test('the embed', async () => {
  const { page, channelId, leads } = await open(embed!);
  // This visitor types faster than a person can.
  const visit = await visitAgo(server, channelId, 60_000);
  await page.locator('[name=vw_visit]').evaluate((one, value) => {
    (one as unknown as { value: string }).value = value;
  }, visit);
  await page.getByLabel(/Name/).fill('Jan Jansen');
  await page.getByLabel(/Phone/).fill('06 12345678');
  await page.locator('textarea').fill('Leaking tap');
  await page.getByRole('button', { name: 'Send' }).click();
  await eventually(async () => (await leads()).length === 1);
  const [lead] = await leads();
  assert.deepEqual([lead.customer.name, lead.description], ['Jan Jansen', 'Leaking tap']);
  await page.context().close();
});

test('the script', async () => {
  const { page, leads } = await open(form!);
  await fillIn(page);
  const send = `const form = document.forms[0]; ${script}; return response.status`;
  const statusOf = () => page.evaluate<number>(`(async () => { ${send} })()`);
  assert.equal(await statusOf(), 201);
  assert.equal((await leads()).length, 1);
  await page.getByLabel('Name').fill('');
  assert.equal(await statusOf(), 400);
  await page.context().close();
});
