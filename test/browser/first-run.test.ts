// The owner of a new installation names the business, and then sees the ways to get leads in.
import assert from 'node:assert/strict';
import { brandNameDefault } from '#contract/account-lists.ts';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { makePicture } from '../support/sample-pictures.ts';
import { sharedServer } from '../support/shared-server.ts';
import { signInAs } from '../support/sign-in.ts';

const server = await sharedServer();
let browser: TestBrowser;

before(async () => {
  browser = await openBrowser();
});

after(() => browser?.close());

test('it is asked too when leads were faster', async () => {
  const member = await signInAs(server);
  await member.call('/v1/app/brand', { method: 'PATCH', body: { name: brandNameDefault } });
  await member.call('/v1/api/leads', { body: { customerName: 'Jan', title: 'Leaking tap' } });
  const { page } = await browser.signedInPage(server, { member });
  await page.getByRole('heading', { name: 'Your business' }).waitFor();
  await page.getByRole('link', { name: 'Leaking tap' }).waitFor();
  await page.getByLabel('Name').fill('De Wit Plumbing');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Your business' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Leaking tap' }).waitFor();
});

test('an unnamed business is asked for its name first', async () => {
  const member = await signInAs(server);
  await member.call('/v1/app/brand', { method: 'PATCH', body: { name: brandNameDefault } });
  const { page } = await browser.signedInPage(server, {
    member,
    language: 'nl',
    viewport: phone,
  });
  await page.getByRole('heading', { name: 'Je bedrijf' }).waitFor();
  await assertAccessible(page);
  await assertNoSidewaysScroll(page);
  assert.equal(await page.getByLabel('Naam').inputValue(), '');
  await page.getByLabel('Naam').fill('Loodgieter De Wit');
  await page.getByLabel('Vak').fill('Loodgieter');
  const picture = { mimeType: 'image/png', buffer: await makePicture('png') };
  await page.getByRole('link', { name: 'Klanten' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Klanten' }).waitFor();
  await page.goBack();
  await page.getByText('Dit is nog niet opgeslagen.').waitFor();
  assert.equal(await page.getByLabel('Naam').inputValue(), 'Loodgieter De Wit');
  assert.equal(await page.getByLabel('Vak').inputValue(), 'Loodgieter');
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', ...picture });
  await page.getByRole('img', { name: 'Je logo' }).waitFor();
  await page.getByLabel('Kleur').fill('#0b6e4f');
  await page.getByRole('group', { name: 'Werktijden' }).getByText('za').tap();
  assert.equal(await page.getByLabel('Tijdzone').count(), 0);
  await assertAccessible(page);
  await page.getByLabel('Taal').selectOption('Nederlands');
  await page.getByRole('button', { name: 'Opslaan' }).tap();
  await page.getByRole('banner').getByText('Loodgieter De Wit').waitFor();
  await page.getByRole('heading', { name: 'Nog geen aanvragen' }).waitFor();
  const { body } = await member.call('/v1/app/brand');
  const { trade, colour, workingHours, language, logo } = body;
  assert.deepEqual([trade, colour, language], ['Loodgieter', '#0b6e4f', 'nl']);
  assert.deepEqual(workingHours.days, [1, 2, 3, 4, 5, 6]);
  assert.match(logo, /^data:image\/png;base64,/);
  for (const [name, href] of [
    ['Website koppelen', '/settings/channels/new'],
    ['Bestand importeren', '/settings/import'],
  ] as const) {
    assert.equal(await page.getByRole('link', { name }).getAttribute('href'), href);
  }
  await page.getByRole('main').getByRole('button', { name: 'Nieuwe aanvraag' }).last().tap();
  await page.getByRole('dialog', { name: 'Nieuwe aanvraag' }).waitFor();
});
