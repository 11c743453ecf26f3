// A form on another website: a static HTML file with the embed, a plain form, or a frame.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { assertAccessible, openBrowser, type TestBrowser } from '../support/browser.ts';
import { makeChannel, type TestChannel, visitAgo } from '../support/forms.ts';
import { sharedServer } from '../support/shared-server.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();
let browser: TestBrowser;
let website: Server;
let origin: string;
/** By path. */
const htmlFiles = new Map<string, string>();

before(async () => {
  website = createServer(({ url }, answer) => {
    const html = htmlFiles.get(url!.replace(/\?.*/, ''));
    answer.statusCode = html === undefined ? 404 : 200;
    answer.setHeader('content-type', 'text/html; charset=utf-8').end(html);
  }).listen(0, '127.0.0.1');
  await once(website, 'listening');
  origin = `http://localhost:${(website.address() as AddressInfo).port}`;
  browser = await openBrowser();
});

after(async () => {
  // The website is another origin, and some tests are about refusals.
  browser?.takeAway(/^asked http:\/\/localhost:|CORS policy|ERR_FAILED|frame-ancestors/);
  try {
    await browser?.close();
  } finally {
    website?.close();
    website?.closeAllConnections();
  }
});

test('the embed shows the form where its script stands, and sends a lead', async () => {
  const channel = await makeForm({ colour: '#0b6e4f' });
  const page = await visit(embedOf(channel));
  await page.getByRole('heading', { name: 'Contact' }).waitFor();
  // In its own shadow root: the website's style does not reach it.
  const colour = await colourOfButton(page);
  assert.equal(colour, 'rgb(11, 110, 79)');
  await openedAgo(page, channel);
  await fill(page);
  await page.getByRole('button', { name: 'Versturen' }).dblclick();
  await page.getByRole('heading', { name: 'Bedankt' }).waitFor();
  await assertAccessible(page);
  const [lead, ...others] = await channel.leads();
  assert.deepEqual(
    [lead.customer.name, lead.description, lead.source],
    ['Jan Jansen', 'Lekkage', 'web'],
  );
  assert.deepEqual(others, []);
  const cookies = await page.context().cookies();
  assert.deepEqual(cookies, []);
  await page.context().close();
});

test('the embed speaks the language of the website, unless it is told another', async () => {
  const channel = await makeForm();
  for (const [language, attributes, button] of [
    ['en-GB', '', 'Send'],
    ['nl', 'data-lang="en"', 'Send'],
    ['nl', '', 'Versturen'],
  ] as const) {
    const page = await visit(embedOf(channel, { language, attributes }));
    await page.getByRole('button', { name: button, exact: true }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('alert').waitFor();
    await assertAccessible(page);
    await page.context().close();
  }
});

test('the embed keeps to a strict content security policy of the website', async () => {
  const channel = await makeForm({ colour: '#0b6e4f' });
  const policy = `default-src 'none'; script-src ${server.url}/f/embed.js; connect-src ${server.url}`;
  const page = await visit(
    `<!doctype html><html lang="nl"><head><title>x</title>
      <meta http-equiv="Content-Security-Policy" content="${policy}"></head>
      <body><main>${embedScript(channel)}</main></body></html>`,
  );
  await openedAgo(page, channel);
  assert.equal(await colourOfButton(page), 'rgb(11, 110, 79)');
  await fill(page);
  await page.getByRole('button', { name: 'Versturen' }).click();
  await page.getByRole('heading', { name: 'Bedankt' }).waitFor();
  assert.equal((await channel.leads()).length, 1);
  await page.context().close();
});

test('the embed shows a refusal in Dutch; corrected, it becomes one lead', async () => {
  const channel = await makeForm();
  const page = await visit(embedOf(channel));
  await openedAgo(page, channel);
  await fill(page);
  await page.getByLabel('E-mailadres').fill('jan@voorbeeld');
  await page.getByRole('button', { name: 'Versturen' }).click();
  const link = page.getByRole('link', { name: /^Vul een volledig e-mailadres in/ });
  await link.click();
  await page.locator('[name=email]:focus').waitFor();
  assert.equal((await channel.intakes('&state=refused')).length, 1);
  await page.getByLabel('E-mailadres').fill('jan@example.com');
  await page.getByRole('button', { name: 'Versturen' }).click();
  await page.getByRole('heading', { name: 'Bedankt' }).waitFor();
  assert.equal((await channel.leads()).length, 1);
  assert.deepEqual(await channel.intakes('&state=refused'), []);
  await page.context().close();
});

test('a script in the head shows the form in its target, and goes to the thank-you page', async () => {
  const channel = await makeForm({ thanksUrl: `${origin}/dank` });
  htmlFiles.set('/dank', '<!doctype html><html lang="nl"><title>Dank</title><h1>Tot snel</h1>');
  const script = embedScript(channel, 'data-target="#form"');
  const page = await visit(
    `<!doctype html><html lang="nl"><head><title>x</title>${script}</head><body><main id="form"></main></body></html>`,
  );
  await page.locator('main [name=customerName]').waitFor();
  await openedAgo(page, channel);
  await fill(page);
  await page.getByRole('button', { name: 'Versturen' }).click();
  await page.getByRole('heading', { name: 'Tot snel' }).waitFor();
  assert.equal((await channel.leads()).length, 1);
  await page.context().close();
});

test('on a website that the channel does not list, the embed links to the hosted page', async () => {
  const channel = await makeForm({ origins: ['https://example.com'] });
  const page = await visit(embedOf(channel));
  await page.getByRole('link', { name: 'Open het formulier' }).click();
  await page.getByRole('button', { name: 'Versturen' }).waitFor();
  assert.equal(new URL(page.url()).pathname, channel.path);
  await page.context().close();
});

for (const javaScript of [true, false]) {
  const how = javaScript ? 'with JavaScript' : 'without JavaScript';
  test(`a plain form of a static file sends a lead ${how}`, async () => {
    const channel = await makeForm();
    const page = await visit(plainForm(channel), javaScript);
    await page.getByLabel('Naam').fill('Fatima El Idrissi');
    await page.getByLabel('Telefoon').fill('06 12345678');
    await page.getByLabel('Bericht').fill('Kunt u een kraan plaatsen?');
    await page.getByRole('button').dblclick();
    await page.getByRole('heading', { name: 'Bedankt' }).waitFor();
    assert.equal(new URL(page.url()).pathname, `${channel.path}/thanks`);
    const [lead, ...others] = await channel.leads();
    assert.deepEqual(
      [lead.customer.name, lead.description],
      ['Fatima El Idrissi', 'Kunt u een kraan plaatsen?'],
    );
    assert.deepEqual(others, []);
    await page.context().close();
  });

  test(`a refused plain form is corrected on our page ${how}`, async () => {
    const channel = await makeForm({ thanksUrl: `${origin}/dank2` });
    htmlFiles.set('/dank2', '<!doctype html><html lang="nl"><title>Dank</title><h1>Tot ziens</h1>');
    const page = await visit(plainForm(channel), javaScript);
    await page.getByLabel('Telefoon').fill('06 12345678');
    await page.getByLabel('Bericht').fill('Graag bellen');
    await page.getByRole('button').click();
    await page.getByRole('link', { name: 'Vul uw naam in' }).waitFor();
    assert.equal(await page.locator('[name=description]').inputValue(), 'Graag bellen');
    assert.equal((await channel.intakes('&state=refused')).length, 1);
    // A form that is filled in faster is held.
    await eventually(async () => (await page.evaluate<number>('performance.now()')) > 2_100);
    await page.getByLabel('Naam').fill('Fatima');
    await page.getByRole('button', { name: 'Versturen' }).click();
    await page.getByRole('heading', { name: 'Tot ziens' }).waitFor();
    assert.equal((await channel.leads()).length, 1);
    await page.context().close();
  });
}

test('only the websites of the channel may show the page in a frame', async () => {
  const channel = await makeForm();
  const frame = `<!doctype html><html lang="nl"><title>x</title><iframe title="Formulier" src="${server.url}${channel.path}?embedded"></iframe>`;
  const page = await visit(frame);
  const shown = page.frameLocator('iframe').getByRole('button', { name: 'Versturen' });
  await shown.waitFor();
  await channel.change({ origins: ['https://example.com'] });
  await page.reload();
  assert.equal(await shown.count(), 0);
  await page.context().close();
});

function makeForm(settings: object = {}): Promise<TestChannel> {
  return makeChannel(server, { type: 'form', origins: [origin], ...settings });
}

function embedScript({ id }: TestChannel, attributes = ''): string {
  return `<script src="${server.url}/f/embed.js" data-channel="${id}" ${attributes} async></script>`;
}

// A website with a style that would break a form without a shadow root.
const ownStyle = `html { font-size: 62.5% } * { color: fuchsia } label { display: none } button { background: red }`;

function embedOf(channel: TestChannel, { language = 'nl', attributes = '' } = {}): string {
  return `<!doctype html><html lang="${language}"><head><title>Loodgieter</title><style>${ownStyle}</style></head>
    <body><main><h1 style="color: black">Contact</h1>${embedScript(channel, attributes)}</main></body></html>`;
}

function plainForm({ path }: TestChannel): string {
  return `<!doctype html><html lang="nl"><title>Loodgieter</title><h1>Contact</h1>
    <form action="${server.url}${path}" method="post">
      <label>Naam <input name="naam"></label>
      <label>Telefoon <input name="telefoon"></label>
      <label>Bericht <textarea name="bericht"></textarea></label>
      <button>Verstuur</button>
    </form>`;
}

let pages = 0;

async function visit(html: string, javaScript = true): Promise<Page> {
  const path = `/page-${++pages}`;
  htmlFiles.set(path, html);
  const page = await browser.page(server, { language: 'nl', javaScript });
  await page.goto(origin + path);
  return page;
}

/** As if the form had been opened a minute ago. */
async function openedAgo(page: Page, { id }: TestChannel): Promise<void> {
  const visit = await visitAgo(server, id, 60_000);
  await page.locator('[name=vw_visit]').evaluate((one, value) => {
    (one as unknown as { value: string }).value = value;
  }, visit);
}

function colourOfButton(page: Page): Promise<string> {
  const button = "document.querySelector('main > div').shadowRoot.querySelector('button')";
  return page.evaluate(`getComputedStyle(${button}).backgroundColor`);
}

async function fill(page: Page): Promise<void> {
  await page.locator('[name=customerName]').fill('Jan Jansen');
  await page.locator('[name=phone]').fill('06 12345678');
  await page.locator('[name=description]').fill('Lekkage');
}
