// What is half typed in the settings, or while a lead is corrected, survives another page; secrets do not.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { goWithin, openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { call } from '../support/call.ts';
import { makeChannel } from '../support/channels-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';

const server = await sharedServer();
let browser: TestBrowser;
let owner: SignedIn;
let page: Page;
let requestId: string;
const channels: Record<string, string> = {};

before(async () => {
  browser = await openBrowser();
  owner = await signInAs(server);
  for (const type of ['form', 'hook', 'mail'] as const) {
    channels[type] = (await makeChannel(owner, { type, name: `A ${type}` })).id;
  }
  const key = await server.createKey({ brandId: owner.brandId });
  const refused = await call(server, '/v1/api/leads', { key, body: { title: 'No name' } });
  assert.equal(refused.status, 400);
  requestId = refused.headers.get('x-request-id')!;
  ({ page } = await browser.signedInPage(server, { member: owner, viewport: phone }));
});

after(() => browser?.close());

const field = (name: string) => page.getByLabel(name, { exact: true }).first();

async function elsewhereAndBack(): Promise<void> {
  await page.getByRole('link', { name: 'Customers' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  await page.goBack();
}

const forms = (): [path: string, field: string, open?: string][] => [
  ['/settings/members', 'E-mail address'],
  ['/settings/calendar', 'Whose phone is it for?'],
  ['/settings/keys/new', 'What is it for?'],
  ['/settings/webhooks/new', 'What is it for?'],
  ['/settings/channels/new', 'Name'],
  [`/settings/channels/${channels['form']}`, 'Text above the fields'],
  [`/settings/channels/${channels['hook']}`, 'Text of the response'],
  [`/settings/channels/${channels['mail']}`, 'IMAP server'],
  ['/settings/account', 'Your name'],
  [`/settings/requests/${requestId}`, 'Full name'],
  ['/tray', 'Full name', 'Correct: Without a name'],
];

test('what is half typed is there again, until it is discarded', async (t) => {
  for (const [path, name, open] of forms()) {
    await t.test(path, async () => {
      const show = async () => {
        if (open) await page.getByRole('button', { name: open }).tap();
        await field(name).waitFor();
      };
      await goWithin(page, path);
      await show();
      await field(name).fill('half@example');
      // A dialog covers the bottom bar.
      if (open) await page.keyboard.press('Escape');
      await elsewhereAndBack();
      await show();
      await page.getByText('This has not been saved yet.').waitFor();
      assert.equal(await field(name).inputValue(), 'half@example');
      await page.getByRole('button', { name: 'Discard', exact: true }).first().tap();
      await page.getByText('This has not been saved yet.').waitFor({ state: 'detached' });
      assert.notEqual(await field(name).inputValue(), 'half@example');
      if (open) await page.keyboard.press('Escape');
    });
  }
});

test('what was saved is no draft, and a password is never kept', async () => {
  await goWithin(page, `/settings/channels/${channels['mail']}`);
  await field('IMAP server').fill('mail.example.com');
  await field('User name').fill('leads@example.com');
  await field('Password').fill('correct horse');
  await elsewhereAndBack();
  assert.equal(await field('User name').inputValue(), 'leads@example.com');
  assert.equal(await field('Password').inputValue(), '');
  const kept = await page.evaluate<string>('JSON.stringify(localStorage)');
  assert.ok(kept.includes('leads@example.com') && !kept.includes('correct horse'));
  await field('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Save', exact: true }).first().tap();
  await page.getByText('Saved.').waitFor();
  await page.getByText('This has not been saved yet.').waitFor({ state: 'detached' });
  await elsewhereAndBack();
  await field('User name').waitFor();
  assert.equal(await page.getByText('This has not been saved yet.').count(), 0);
});
