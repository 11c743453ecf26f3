// Channels in the settings: made, shown on a website, and their map made by clicks.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { makeChannel, postForm, postHook } from '../support/channels-of-member.ts';
import { assertOnlyText, markup } from '../support/markup.ts';
import { makePicture } from '../support/sample-pictures.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';

const server = await sharedServer();

let browser: TestBrowser;
let owner: SignedIn;
let page: Page;

before(async () => {
  browser = await openBrowser();
  owner = await signInAs(server);
  ({ page } = await browser.signedInPage(server, { member: owner, path: '/settings/channels' }));
});

after(() => browser?.close());

const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
const field = (name: string, within: Page | Locator = page) =>
  within.getByLabel(name, { exact: true });
const says = (words: string | RegExp, within: Page | Locator = page) =>
  within.getByText(words).first().waitFor();
const section = (name: string) => page.getByRole('region', { name, exact: true });

/** The notice alone may still be the one of an earlier test. */
async function save(within: Locator, notice: string): Promise<void> {
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await button('Save', within).click();
  assert.equal((await stored).status(), 200);
  await says(notice);
}

async function channelIn(path: string): Promise<{ id: string } & Record<string, unknown>> {
  const id = path.split('/').at(-1)!;
  return (await owner.call(`/v1/app/channels/${id}`)).body;
}

test('a form is created, changed, and shows the code for a website', async () => {
  await says('No channels yet');
  await page.getByRole('link', { name: 'New channel' }).click();
  await assertAccessible(page);
  await field('Name').fill('Website');
  await button('Create channel').click();
  await page.getByRole('heading', { level: 1, name: 'Website' }).waitFor();
  const { id } = await channelIn(new URL(page.url()).pathname);

  const use = section('Put it on your website');
  assert.equal(await field('A page of its own', use).textContent(), `${server.url}/f/${id}`);
  const code = field('Code', use);
  const embed = `<script src="${server.url}/f/embed.js" data-channel="${id}" async></script>`;
  assert.equal(await code.textContent(), embed);
  await says('This address only works on this computer.', use);
  await says('The embed only works on websites that you enter.', use);
  const website = field('Your website', use);
  await website.fill('https://');
  await button('Save website', use).click();
  await says('Enter the address of a website without a page', use);
  await website.fill('www.example.com/contact');
  await button('Save website', use).click();
  await website.waitFor({ state: 'detached' });
  assert.deepEqual((await channelIn(id))['origins'], ['https://www.example.com']);
  const tool = field('What is your website built with?', use);
  for (const name of ['WordPress', 'Webflow', 'Wix', 'Framer']) await tool.selectOption(name);
  await tool.selectOption('WordPress with a form plugin');
  await page.getByRole('link', { name: 'Create an incoming webhook' }).waitFor();

  const form = section('The form');
  assert.equal(await field('Your websites', form).inputValue(), 'https://www.example.com');
  await field('Text above the fields', form).fill('We call you back.');
  await field('Add a field…', form).selectOption('Type of work');
  await button('Move up: Type of work', form).click();
  await button('Leave out: Postcode', form).click();
  await field('Label of Phone number', form).fill('Mobile');
  await form.getByRole('checkbox', { name: 'Required: Type of work' }).check();
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: await makePicture('png') };
  await form.locator('input[type=file]').setInputFiles(file);
  await form.getByRole('img', { name: 'Your logo' }).waitFor();
  await assertAccessible(page);
  await save(form, 'Saved.');
  const saved = await channelIn(id);
  assert.deepEqual(saved['origins'], ['https://www.example.com']);
  assert.equal(saved['intro'], 'We call you back.');
  assert.match(String(saved['logo']), /^data:image\/png;base64,/);
  assert.deepEqual(saved['fields'], [
    { field: 'customerName', isRequired: true, label: null },
    { field: 'email', isRequired: false, label: null },
    { field: 'phone', isRequired: true, label: 'Mobile' },
    { field: 'streetNumber', isRequired: false, label: null },
    { field: 'description', isRequired: true, label: null },
    { field: 'category', isRequired: true, label: null },
    { field: 'photos', isRequired: false, label: null },
  ]);

  await tool.selectOption('Plain HTML');
  await code.filter({ hasText: 'Mobile' }).waitFor();
  const html = (await code.textContent())!;
  assert.ok(html.includes(`action="${server.url}/f/${id}"`), html);
  assert.ok(html.includes('<label>Mobile<br><input name="phone" type="tel"'), html);

  await field('Your websites', form).fill('example');
  await button('Save', form).click();
  await says('Enter the address of a website without a page');
});

test('the code for plain HTML posts a lead', async () => {
  const channel = await makeChannel(owner, { type: 'form', name: 'Plain' });
  await goWithin(page, `/settings/channels/${channel.id}`);
  const use = section('Put it on your website');
  await field('What is your website built with?', use).selectOption('Plain HTML');
  const html = (await field('Code', use).textContent())!;
  const names = [...html.matchAll(/ name="(\w+)"/g)].map(([, name]) => name!);
  const answers = { customerName: 'Hanna Html', phone: '0612345678', description: 'A leak' };
  const sent = Object.fromEntries(
    names
      .filter((name) => name !== 'photos')
      .map((name) => [name, (answers as Record<string, string>)[name] ?? '']),
  );
  const { status, text } = await postForm(server, channel, sent);
  assert.equal(status, 201, text);
  const { data } = (await owner.call(`/v1/api/intakes?channelId=${channel.id}`)).body;
  assert.deepEqual(
    data.map(({ state, lead }: { state: string; lead: object }) => [state, Object.keys(lead)]),
    [['lead', ['customerName', 'phone', 'description', 'title', 'source']]],
  );
});

test('a map is made by clicks, and what was refused is taken in again', async () => {
  const hook = await makeChannel(owner, { type: 'hook', name: 'Portal' });
  const bodyOf = (number: number) => ({
    x: { a: 'Jan', b: `Jansen ${number}` },
    y: 'A leaking tap',
    z: '0612345678',
  });
  for (const number of [1, 2, 3]) {
    assert.equal((await postHook(server, hook, bodyOf(number))).status, 400);
  }
  await goWithin(page, '/settings/channels');
  await page.getByRole('link', { name: /Portal/ }).click();
  const map = section('Match fields');
  await says('This would be refused:', map);
  await says('Full name: fill this in', map);
  const choose = async (value: string, name: string) => {
    await map
      .getByRole('button', { expanded: false })
      .filter({ hasText: new RegExp(`${value}(is: |$)`) })
      .click();
    await button(name, map.getByRole('group', { name: `What is “${value}”?` })).click();
  };
  await choose('Jan', 'Full name');
  await choose('Jansen 3', 'Add to Full name');
  await choose('0612345678', 'Notes');
  await says('This can become a lead.', map);
  await map.locator('dd').filter({ hasText: 'Jan Jansen 3' }).waitFor();
  await button('Remove z from Notes', map).click();
  await choose('0612345678', 'Phone');
  await field('Field', map).selectOption('Type of work');
  await field('Value', map).fill('Portal lead');
  await button('Set', map).click();
  await map.locator('dd').filter({ hasText: 'always “Portal lead”' }).waitFor();
  await assertAccessible(page);

  const refused = section('Refused earlier');
  await says('Your changes above count here, but are not saved yet.', refused);
  await button('See what they become', refused).click();
  await says('Of the latest 3, 3 can become a lead.', refused);
  await says('Jan Jansen 1: y: A leaking tap', refused);
  await assertAccessible(page);
  await button('Undo changes', map).click();
  await refused.getByText('Of the latest 3').waitFor({ state: 'detached' });
  await button('See what they become', refused).click();
  await says('Of the latest 3, 0 can become a lead.', refused);

  await choose('Jan', 'Full name');
  await choose('Jansen 3', 'Add to Full name');
  await save(map, 'Saved. It applies to what comes in from now on.');
  await button('Accept 3 after all', refused).waitFor();
  await choose('0612345678', 'Phone');
  await button('Save and accept 3', refused).click();
  await says('3 became leads.', refused);
  assert.deepEqual((await channelIn(hook.id))['map'], {
    customerName: ['x.a', 'x.b'],
    description: { lines: ['y'] },
    phone: 'z',
  });
  const { data } = (await owner.call(`/v1/api/intakes?channelId=${hook.id}&state=lead`)).body;
  assert.equal(data.length, 3);
  assert.equal((await postHook(server, hook, bodyOf(4))).status, 200);
});

test('what a form requires and nobody filled in is named', async () => {
  const form = await makeChannel(owner, { type: 'form', name: 'Required' });
  const fields = ['customerName', 'photos'].map((one) => ({ field: one, isRequired: true }));
  const set = { method: 'PATCH', body: { fields } } as const;
  assert.equal((await owner.call(`/v1/app/channels/${form.id}`, set)).status, 200);
  const refused = await postForm(server, form, { phone: '0612345678', _vw_form: '1' });
  assert.equal(refused.status, 400, refused.text);
  await goWithin(page, `/settings/channels/${form.id}`);
  const map = section('Match fields');
  await says('This would be refused:', map);
  await says('Full name: fill this in', map);
  await says('Photos: fill this in', map);
});

test('what was recognised by names stays when the map is begun', async () => {
  const hook = await makeChannel(owner, { type: 'hook', name: 'Names' });
  const body = { naam: 'Nora Names', telefoon: '0612345678', extra: 'Ring twice' };
  assert.equal((await postHook(server, hook, body)).status, 200);
  await goWithin(page, `/settings/channels/${hook.id}`);
  const map = section('Match fields');
  await map.getByRole('button', { expanded: false }).filter({ hasText: 'Ring twice' }).click();
  await button('Notes', map).click();
  await save(map, 'Saved. It applies to what comes in from now on.');
  assert.deepEqual((await channelIn(hook.id))['map'], {
    customerName: 'naam',
    phone: 'telefoon',
    notes: 'extra',
  });
});

test('answers without a field of their own stay in the description', async () => {
  const hook = await makeChannel(owner, { type: 'hook', name: 'Answers' });
  const body = {
    naam: 'Anna Answers',
    telefoon: '0612345678',
    kamers: 'drie kamers',
    kleur: 'rood',
    wens: 'Ring twice',
  };
  assert.equal((await postHook(server, hook, body)).status, 200);
  await goWithin(page, `/settings/channels/${hook.id}`);
  const map = section('Match fields');
  await map.getByRole('button', { expanded: false }).filter({ hasText: 'Ring twice' }).click();
  await button('Notes', map).click();
  await map.locator('dd').filter({ hasText: 'kamers: drie kamers\nkleur: rood' }).first().waitFor();
  assert.equal(await map.getByText('Left out of the lead').count(), 0);
  await button('Remove kleur from Description', map).click();
  await says('kleur: rood', map.getByRole('note'));
  await assertAccessible(page);
  await button('Undo changes', map).click();
  await map.getByRole('button', { expanded: false }).filter({ hasText: 'Ring twice' }).click();
  await button('Notes', map).click();
  await save(map, 'Saved. It applies to what comes in from now on.');
  assert.deepEqual((await channelIn(hook.id))['map'], {
    customerName: 'naam',
    phone: 'telefoon',
    description: { lines: ['kamers', 'kleur'] },
    notes: 'wens',
  });
});

test('a hook gets another address, a format and an answer', async () => {
  const hook = await makeChannel(owner, { type: 'hook', name: 'Ads' });
  await goWithin(page, `/settings/channels/${hook.id}`);
  const address = section('Address');
  const shown = address.getByRole('group', { name: 'Address' });
  assert.equal(await shown.textContent(), hook.url);
  await button('New address').click();
  await button('New address', page.getByRole('dialog')).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.notEqual(await shown.textContent(), hook.url);
  const settings = section('Settings');
  await field('Format', settings).selectOption('Google Ads lead form');
  await field('Secret in the message', settings).fill('key of google');
  await field('What the sender gets back', settings).selectOption('Always 202');
  await save(settings, 'Saved.');
  const { portal, secret, responseStatus } = await channelIn(hook.id);
  assert.deepEqual([portal, secret, responseStatus], ['google-ads', 'key of google', 202]);

  await button('Delete channel').click();
  await button('Delete channel', page.getByRole('dialog')).click();
  await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor();
  assert.equal((await owner.call(`/v1/app/channels/${hook.id}`)).status, 404);
});

test('a mailbox is read, and its password is never shown', async () => {
  const mail = await makeChannel(owner, { type: 'mail', name: 'Mail' });
  await goWithin(page, `/settings/channels/${mail.id}`);
  const settings = section('Settings');
  await field('IMAP server', settings).fill('mail.example.com');
  await field('User name', settings).fill('jan@example.com');
  await field('Password', settings).fill('a/b@c');
  await save(settings, 'Saved.');
  await says('Leave empty to keep the current password', settings);
  assert.equal(await field('Password', settings).inputValue(), '');
  assert.equal(
    (await channelIn(mail.id))['mailboxUrl'],
    'imaps://jan%40example.com:***@mail.example.com/INBOX',
  );
  await field('Name', settings).fill('Post');
  await button('Save', settings).click();
  await page.getByRole('heading', { level: 1, name: 'Post' }).waitFor();
  await assertAccessible(page);
});

test('hostile names and values stay text, also on a phone in Dutch', async () => {
  const hook = await makeChannel(owner, { type: 'hook', name: markup('channel') });
  const hostile = {
    [markup('key')]: markup('value'),
    list: [{ [markup('deep')]: markup('text') }],
  };
  await postHook(server, hook, hostile);
  const { page: small } = await browser.signedInPage(server, {
    member: owner,
    language: 'nl',
    viewport: phone,
    path: `/settings/channels/${hook.id}`,
  });
  await says(markup('value'), small);
  await small
    .getByRole('button', { expanded: false })
    .filter({ hasText: markup('text') })
    .click();
  await small.getByRole('button', { name: 'Omschrijving', exact: true }).click();
  await button('Bekijk wat ze worden', small).click();
  await assertOnlyText(small);
  await assertNoSidewaysScroll(small);
  await assertAccessible(small);
  await goWithin(small, '/settings/channels');
  await small.getByRole('link', { name: markup('channel') }).waitFor();
  await assertOnlyText(small);
  await assertNoSidewaysScroll(small);
});
