// Owners choose which mails customers get, and write their texts.
import assert from 'node:assert/strict';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { createLead } from '../support/call.ts';
import { freePort } from '../support/free-port.ts';
import { type MailServer, plainText, startMailServer } from '../support/mail-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { eventually } from '../support/within.ts';

const path = '/settings/customer-mails';
const withoutMail = await sharedServer();
let server: TestServer;
let mails: MailServer;
let browser: TestBrowser;

before(async () => {
  mails = await startMailServer();
  const PORT = await freePort();
  server = await startServer({
    env: {
      PORT,
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      MAIL_FROM: 'vakwerk@example.com',
      PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    },
  });
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
  await mails?.close();
});

test('a receipt is written, previewed and switched on, and shown in the history', async () => {
  const { page, me } = await browser.signedInPage(server, { path });
  await me.call('/v1/app/brand', { method: 'PATCH', body: { language: 'en' } });
  await page.reload();
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const replies = field('E-mail address of your business');
  assert.equal(await replies.inputValue(), me.email, 'a proposal');
  await replies.fill('office@plumber.example');
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  await page.goBack();
  await page.getByText('This has not been saved yet.').waitFor();
  assert.equal(await replies.inputValue(), 'office@plumber.example');
  await page.getByRole('switch', { name: 'A receipt when their lead comes in' }).check();
  await page.getByRole('button', { name: 'Save' }).first().click();
  const saved = async () => (await me.call('/v1/app/customer-mails')).body;
  await eventually(async () => (await saved()).receipt === true);
  assert.equal((await saved()).replyTo, 'office@plumber.example');
  assert.equal((await saved()).appointment, false);

  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('Thank you for your request: Leaking tap.').waitFor();
  await field('Subject').fill('Hello {firstName}');
  await preview.getByText('Hello Jan', { exact: true }).waitFor();
  await field('Text').fill('Soon, {date}');
  await page.getByRole('button', { name: 'Save' }).last().click();
  await page.getByText('{date} cannot be used here').first().waitFor();
  // Half a text is kept.
  await page.reload();
  assert.equal(await field('Text').inputValue(), 'Soon, {date}');
  await field('Text').fill('Soon, {name}');
  await page.getByRole('button', { name: 'Save' }).last().click();
  await eventually(async () => (await saved()).texts.en.receipt.text === 'Soon, {name}');
  await page.getByRole('button', { name: 'Restore original text' }).waitFor();
  await field('E-mail').selectOption('Rescheduled appointment');
  await page.getByText('{earlier}', { exact: true }).waitFor();
  await field('Language').selectOption('Dutch');
  assert.match(await field('Subject').inputValue(), /^Uw afspraak is verplaatst/);
  await assertAccessible(page);

  const key = await server.createKey({ brandId: me.brandId });
  const { body } = await createLead(server, key, { email: 'jan@example.com' });
  await eventually(async () => mails.mails.length === 1);
  assert.match(plainText(mails.mails[0]!.raw), /Subject: Hello Jan Jansen[^]*Soon, Jan Jansen/);
  await page.goto(`/leads/${body.id}`);
  await page.getByText('History', { exact: true }).click();
  await page.getByText('Receipt e-mailed to the customer').waitFor();
});

test('a server that sends no mail has a sentence instead of switches', async () => {
  for (const [language, said] of [
    ['en', 'This server cannot send e-mail yet, so customers get nothing.'],
    ['nl', 'Deze server kan nog geen mail versturen, dus klanten krijgen niets.'],
  ] as const) {
    const { page } = await browser.signedInPage(withoutMail, { path, language, viewport: phone });
    await page.getByText(said).waitFor();
    assert.equal(await page.getByRole('switch').count(), 0);
    await assertAccessible(page);
    await assertNoSidewaysScroll(page);
  }
});
