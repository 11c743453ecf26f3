// The hosted page of a form, as visitors use it: with and without JavaScript, in both languages.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { projectFile } from '#runtime/program.js';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { makeChannel, type TestChannel, visitAgo } from '../support/forms.ts';
import { outcomesOf } from '../support/photo-server.ts';
import { makePicture } from '../support/sample-pictures.ts';
import type { TestServer } from '../support/server.ts';
import { enginesOfRun, sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();
// What matters most is seen on the other database too.
const servers = await Promise.all(enginesOfRun().map(sharedServer));
const scriptBytesMax = 15 * 1024;
const allFields = [
  { field: 'customerName', isRequired: true },
  { field: 'email', isRequired: true },
  { field: 'phone' },
  { field: 'street' },
  { field: 'streetNumber' },
  { field: 'postalCode' },
  { field: 'city' },
  { field: 'description', isRequired: true, label: 'Wat is er aan de hand?' },
  { field: 'photos' },
];
let browser: TestBrowser;

before(async () => {
  browser = await openBrowser();
});

after(async () => {
  browser.takeAway(/ERR_INTERNET_DISCONNECTED/);
  await browser.close();
});

const bothWays = [
  { javaScript: true, how: 'with JavaScript' },
  { javaScript: false, how: 'without JavaScript' },
];

for (const { javaScript, how } of bothWays) {
  for (const [index, engine] of enginesOfRun().entries()) {
    const one = servers[index]!;
    test(`a visitor sends the form ${how}, on ${engine}`, async () => {
      const channel = await makeChannel(one, { type: 'form', fields: allFields });
      const page = await open(channel, { javaScript }, one);
      await page.getByLabel('Naam').fill('Sanne de Vries');
      await page.getByLabel('E-mailadres').fill('sanne@example.com');
      await page.getByLabel('Straat').fill('Dorpsstraat');
      await page.getByLabel('Huisnummer').fill('12a');
      await page.getByLabel('Postcode').fill('1234 AB');
      await page.getByLabel('Plaats').fill('Ons Dorp');
      await page.getByLabel('Wat is er aan de hand?').fill('De kraan lekt.\nAl een week.');
      await send(page);
      await page.getByRole('heading', { name: 'Bedankt' }).waitFor();
      const [lead] = await channel.leads();
      assert.deepEqual(
        [lead.customer.name, lead.customer.email],
        ['Sanne de Vries', 'sanne@example.com'],
      );
      assert.deepEqual(
        [lead.address.street, lead.address.postalCode, lead.address.city],
        ['Dorpsstraat', '1234 AB', 'Ons Dorp'],
      );
      assert.match(lead.description, /^De kraan lekt\.\r?\nAl een week\.$/);
      const [intake] = await channel.intakes();
      assert.equal(intake.state, 'lead');
      await page.context().close();
    });
  }

  test(`a refused form is corrected ${how}, and one lead is left`, async () => {
    const channel = await makeChannel(server, { type: 'form', fields: allFields });
    const page = await open(channel, { javaScript });
    await page.getByLabel('Naam').fill('<b>Kees</b> "Bos"');
    await page.getByLabel('E-mailadres').fill('kees@voorbeeld');
    await page.getByLabel('Wat is er aan de hand?').fill('Dak lekt');
    await send(page);
    const summary = page.getByRole('alert');
    const link = summary.getByRole('link', {
      name: /^Vul een volledig e-mailadres in/,
    });
    await link.waitFor();
    await page.locator('.summary:focus').waitFor();
    await link.click();
    const field = page.getByLabel('E-mailadres');
    await page.locator('[name=email]:focus').waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.equal(await page.getByLabel('Naam').inputValue(), '<b>Kees</b> "Bos"');
    assert.equal((await channel.intakes('&state=refused')).length, 1);
    await field.fill('kees@example.com');
    await send(page);
    await page.getByRole('heading', { name: 'Bedankt' }).waitFor();
    assert.equal((await channel.leads()).length, 1);
    assert.deepEqual(await channel.intakes('&state=refused'), []);
    await page.context().close();
  });
}

test('required fields are checked beside the fields, without a request', async () => {
  const channel = await makeChannel(server, { type: 'form', fields: allFields });
  const page = await open(channel, { language: 'en' });
  await send(page);
  for (const [field, text] of [
    ['customerName', 'Enter your name'],
    ['email', 'Enter your e-mail address'],
    ['description', 'Fill this in'],
  ] as const) {
    await page.locator(`#vw-${field}-error`).getByText(text, { exact: true }).waitFor();
  }
  await page.getByRole('link', { name: 'Wat is er aan de hand? – Fill this in' }).waitFor();
  await page.locator('.summary:focus').waitFor();
  await page.getByLabel('Name').fill('Jan');
  await page.getByLabel('E-mail address').fill('jan.example.com');
  await page.getByLabel('Phone number').fill('by mail');
  await page.locator('#vw-customerName-error').waitFor({ state: 'hidden' });
  await send(page);
  await page.locator('#vw-email-error').getByText('Enter a full e-mail address').waitFor();
  await page.locator('#vw-phone-error').getByText('Enter a phone number with digits').waitFor();
  assert.deepEqual(await channel.intakes(), []);
  await page.context().close();
});

test('a double click sends one lead, with a proof of work', async () => {
  const channel = await makeChannel(server, { type: 'form' });
  // In a frame, where the thanks take the place of the form.
  const page = await open(channel, { query: '?embedded' });
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.postData() ?? '');
  });
  await fill(page);
  await page.getByRole('button', { name: 'Versturen' }).dblclick();
  await page.getByRole('heading', { name: 'Bedankt' }).waitFor();
  assert.equal(posts.length, 1);
  assert.match(posts[0]!, /name="vw_proof"\r\n\r\n[\w+/=]{100,}/);
  assert.equal((await channel.leads()).length, 1);
  await page.getByRole('button', { name: 'Nog een bericht versturen' }).click();
  assert.equal(await page.getByLabel('Naam').inputValue(), '');
  await fill(page, 'Iets anders');
  await send(page);
  await page.getByRole('heading', { name: 'Bedankt' }).waitFor();
  assert.deepEqual((await channel.leads()).map(({ description }) => description).sort(), [
    'Iets anders',
    'Lekkage',
  ]);
  await page.context().close();
});

test('a failed network keeps what was typed, and says so', async () => {
  const channel = await makeChannel(server, { type: 'form' });
  const page = await open(channel, { language: 'en' });
  await fill(page);
  await page.context().setOffline(true);
  await send(page);
  await page.getByText('Your message was not sent: there is no connection.').waitFor();
  assert.equal(await page.getByLabel('What can we do for you?').inputValue(), 'Lekkage');
  await page.context().setOffline(false);
  await send(page);
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  assert.equal((await channel.leads()).length, 1);
  await page.context().close();
});

test('photos become photos of the lead, large ones made smaller first', async () => {
  const channel = await makeChannel(server, { type: 'form' });
  const page = await open(channel, { query: '?embedded' });
  await fill(page);
  const large = await makePicture('png', { width: 4_000, height: 3_000 });
  const padded = Buffer.concat([large, Buffer.alloc(4_000_000)]);
  const small = await makePicture('jpeg', { number: 1 });
  await page.getByLabel('Foto’s').setInputFiles([
    { name: 'dak.png', mimeType: 'image/png', buffer: padded },
    { name: 'goot.jpg', mimeType: 'image/jpeg', buffer: small },
  ]);
  await page.evaluate(`const { fetch } = window;
    window.fetch = (url, options) => {
      if (options.body) window.sentFiles = options.body.getAll('photos').map(({ name, size }) => ({ name, size }));
      return fetch(url, options);
    }`);
  await send(page);
  await page.getByRole('heading', { name: 'Bedankt' }).waitFor();
  const [dak, goot] = await page.evaluate<{ name: string; size: number }[]>('window.sentFiles');
  assert.deepEqual([dak!.name, goot!.name], ['dak.jpg', 'goot.jpg']);
  assert.ok(dak!.size < padded.length / 2, `${dak!.size} bytes`);
  assert.equal(goot!.size, small.length);
  const [lead] = await channel.leads();
  const photos = await outcomesOf(server, channel.key, lead.id);
  assert.deepEqual(
    photos.map(({ status, width }) => [status, width]),
    [
      ['stored', 2_560],
      ['stored', 64],
    ],
  );
  await page.context().close();
});

test('a program that fills in the hidden field is thanked, and held', async () => {
  const channel = await makeChannel(server, { type: 'form' });
  const page = await open(channel);
  await fill(page);
  await page.locator('[name=vw_website]').evaluate((one) => {
    (one as unknown as { value: string }).value = 'https://spam.example';
  });
  await send(page);
  await page.getByRole('heading', { name: 'Bedankt' }).waitFor();
  const [intake] = await channel.intakes();
  assert.deepEqual([intake.state, intake.reason], ['held', 'honeypot']);
  await page.context().close();
});

const looks = [
  { language: 'nl', colorScheme: 'light', colour: '#ffe94d' },
  { language: 'en', colorScheme: 'light', colour: '#7f7f7f' },
  { language: 'nl', colorScheme: 'dark', colour: '#0b1d51' },
  { language: 'en', colorScheme: 'dark', colour: '#ffe94d' },
] as const;
for (const { language, colorScheme, colour } of looks) {
  test(`every state of the page is accessible in ${language}, ${colorScheme}, in ${colour}`, async () => {
    const intro = 'Vertel ons wat er is.';
    const channel = await makeChannel(server, { type: 'form', fields: allFields, colour, intro });
    const page = await open(channel, { language, colorScheme, viewport: phone });
    const back = await page.evaluate<string>(
      'getComputedStyle(document.body.parentElement).backgroundColor',
    );
    assert.equal(back, colorScheme === 'dark' ? 'rgb(18, 19, 21)' : 'rgb(243, 244, 246)');
    await assertAccessible(page);
    await send(page);
    await page.getByRole('alert').waitFor();
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
    for (const path of [`/f/${channel.id}/thanks`, '/f/nothing']) {
      await page.goto(path);
      assert.equal(await page.locator('html').getAttribute('lang'), language);
      await assertAccessible(page);
    }
    await page.context().close();
  });
}

test('the script is small', () => {
  const script = readFileSync(projectFile('web/dist/f/embed.js'));
  assert.ok(gzipSync(script).length < scriptBytesMax, `${gzipSync(script).length} bytes`);
});

interface Look {
  language?: 'en' | 'nl';
  colorScheme?: 'light' | 'dark';
  javaScript?: boolean;
  viewport?: typeof phone;
  query?: string;
}

/** As if it had been opened a minute ago. */
async function open(
  channel: TestChannel,
  { query = '', ...look }: Look = {},
  on: TestServer = server,
): Promise<Page> {
  const page = await browser.page(on, { language: 'nl', ...look });
  await page.goto(channel.path + query);
  const visit = await visitAgo(on, channel.id, 60_000);
  await page.locator('[name=vw_visit]').evaluate((one, value) => {
    (one as unknown as { value: string }).value = value;
  }, visit);
  return page;
}

async function fill(page: Page, description = 'Lekkage'): Promise<void> {
  await page.locator('[name=customerName]').fill('Jan Jansen');
  await page.locator('[name=phone]').fill('06 12345678');
  await page.locator('[name=description]').fill(description);
}

function send(page: Page): Promise<void> {
  return page.getByRole('button', { name: /^(Versturen|Send)$/ }).click();
}
