// User text is never parsed as HTML, also not in dialogs, messages, options, histories and URLs.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { sharedServer } from '../support/shared-server.ts';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn } from '../support/board.ts';
import { goWithin, openBrowser, showWithin, type TestBrowser } from '../support/browser.ts';
import { call } from '../support/call.ts';
import { type FullBrand, makeFullBrand } from '../support/full-brand.ts';
import { changeItem, itemOf, makeJob } from '../support/jobs-of-member.ts';
import { assertOnlyText, markup } from '../support/markup.ts';
import { invitationTo, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();

let host: PictureHost;
let browser: TestBrowser;
let full: FullBrand;
let page: Page;

before(async () => {
  host = await startPictureHost({ isShared: true });
  browser = await openBrowser();
  full = await makeFullBrand(server, host);
  ({ page } = await browser.signedInPage(server, { member: full.owner, path: '/settings/keys' }));
});

after(async () => {
  try {
    await browser?.close();
  } finally {
    await host?.close();
  }
});

const button = (name: string, where: Page | Locator = page) =>
  where.getByRole('button', { name, exact: true });

/** The text is shown verbatim, and no script ran. */
async function stays(text: string, where: Page | Locator = page): Promise<void> {
  await where.getByText(text).first().waitFor();
  await assertOnlyText(page);
}

/** Opens the dialog and cancels it. */
async function asks(opener: Locator, text: string): Promise<void> {
  await opener.click();
  const dialog = page.getByRole('dialog');
  await stays(text, dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

test('names in confirmation dialogs', async () => {
  await goWithin(page, '/settings/keys');
  const card = page.getByRole('article', { name: markup('key'), exact: true });
  await asks(button('Replace', card), `Replace “${markup('key')}”`);
  await asks(button('Revoke', card), `Revoke “${markup('key')}”?`);

  await goWithin(page, '/settings/calendar');
  const link = markup('calendar link');
  await asks(button(`Revoke link “${link}”`), `Revoke “${link}”?`);

  await signInAs(server, { brandId: full.owner.brandId, role: 'member', name: markup('mate') });
  await goWithin(page, '/settings/members');
  const remove = button(`Remove ${markup('mate')}`);
  await asks(remove, `Remove ${markup('mate')}?`);
  await asks(remove, `loses access to ${markup('brand')}`);
  await page.getByLabel(`Role of ${markup('mate')}`).selectOption('Owner');
  await stays(`${markup('mate')} now has the role Owner`);

  await goWithin(page, `/customers/${full.customerId}`);
  await asks(button('Erase permanently…'), `Type the name to confirm: ${markup('name')}`);
  await goWithin(page, `/settings/import/${full.importId}`);
  await asks(button('Undo import'), 'All leads from this import are removed.');
  await button('Undo import').click();
  await button('Undo import', page.getByRole('dialog')).click();
  await page.getByText('Undone', { exact: true }).waitFor();
  await stays(`${markup('file')}.csv`);
});

test('the URL of an unnamed webhook', async () => {
  const url = `https://example.com/${encodeURIComponent(markup('path'))}?a=${markup('query')}#${markup('hash')}`;
  const { body } = await full.owner.call('/v1/api/webhooks', { body: { url, state: 'paused' } });
  await goWithin(page, '/settings/webhooks');
  await stays(body.url);
  await page.getByRole('link', { name: body.url }).click();
  await page.getByRole('heading', { level: 1, name: 'example.com' }).waitFor();
  assert.equal(await page.getByLabel('Receiver URL').inputValue(), body.url);
  await asks(button('Delete webhook'), body.url);
});

test('tags and categories, in menus and in a conflict', async () => {
  await goWithin(page, '/leads');
  await cardIn(page, 'New', markup('title')).waitFor();
  const id = await makeJob(full.owner, 'To be tagged');
  await goWithin(page, `/jobs/${id}`);
  await button('Edit').click();
  const dialog = page.getByRole('dialog', { name: 'Edit' });
  await dialog.getByLabel('Tags').first().click();
  await page.getByRole('option', { name: markup('tag'), exact: true }).click();
  await stays(markup('tag'), dialog);
  await dialog.getByLabel('Type of work').fill(markup('mine'));
  await changeItem(full.owner, id, { category: markup('theirs'), tags: [markup('their tag')] });
  await button('Save', dialog).click();
  const theirs = dialog.getByRole('alert');
  await stays(markup('theirs'), theirs);
  await stays(markup('their tag'), theirs);
  await button('Save my version anyway', dialog).click();
  await dialog.waitFor({ state: 'detached' });
  await stays(markup('mine'), page.getByRole('main'));
  await goWithin(page, `/leads?tag=${encodeURIComponent(markup('tag'))}`);
  await cardIn(page, 'New', markup('title')).waitFor();
  await assertOnlyText(page);
});

test('cancellation reason, work notes and signer of a job', async () => {
  const cancelled = await makeJob(full.owner, markup('cancelled'));
  await goWithin(page, `/jobs/${cancelled}`);
  await button('Cancel job').click();
  await page.getByLabel('Reason (optional)').fill(markup('why not'));
  await button('Cancel job', page.getByRole('dialog')).click();
  await page.getByText('History', { exact: true }).click();
  await stays(`Reason: ${markup('why not')}`);
  await stays(`· ${markup('member')}`);

  const done = await makeJob(full.owner, markup('finished'));
  await changeItem(full.owner, done, { status: 'in_progress' });
  await goWithin(page, `/jobs/${done}`);
  await button('Finish job').click();
  const dialog = page.getByRole('dialog', { name: 'Finish job' });
  await dialog.getByLabel('Work done (optional)').fill(markup('work'));
  await dialog.getByLabel('Name of the person signing').fill(markup('signer'));
  await button('Finish job', dialog).click();
  await stays(markup('work'), page.getByRole('main'));
  await stays(markup('signer'), page.getByRole('main'));
  assert.equal((await itemOf(full.owner, done)).customerSignature, markup('signer'));
});

test('an invalid source and path in the request log', async () => {
  const key = await server.createKey({ brandId: full.owner.brandId });
  const sent = { customerName: 'Jan', title: 'x', source: markup('source'), [markup('field')]: 1 };
  const path = `/v1/api/leads/${encodeURIComponent(markup('id'))}`;
  const answers = [
    await call(server, '/v1/api/leads', { key, body: sent }),
    await call(server, path, { key }),
  ];
  const [refused, unknown] = answers.map(({ headers }) => headers.get('x-request-id')!);
  const isLogged = async (id: string) =>
    (await full.owner.call(`/v1/api/requests/${id}`)).status === 200;
  await eventually(async () => (await isLogged(refused!)) && (await isLogged(unknown!)));
  await goWithin(page, '/settings/requests?show=refused');
  await stays(path);
  await goWithin(page, `/settings/requests/${unknown}`);
  await stays(`GET ${path}`);
  await goWithin(page, `/settings/requests/${refused}`);
  await stays(JSON.stringify(markup('source')));
  await stays('Rescue this lead');
});

test('titles and names in toasts and in screen reader announcements', async () => {
  const { body } = await full.owner.call('/v1/api/leads', {
    body: { customerName: markup('mover'), title: markup('moved') },
  });
  await goWithin(page, '/leads');
  await cardIn(page, 'New', markup('moved')).waitFor();
  await page.getByRole('button', { name: `Move ${markup('moved')} with the arrow keys` }).focus();
  await page.keyboard.press('Space');
  const status = page.getByRole('status').getByText(`${markup('moved')} picked up.`);
  await status.waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await assertOnlyText(page);

  await page.route('**/v1/app/stream?*', () => {});
  await page.reload();
  await button(`Move ${markup('moved')} to…`).click();
  await stays(`Move ${markup('moved')} to…`, page.getByRole('dialog'));
  await changeItem(full.owner, body.id, { status: 'pending' });
  await button('Contacted', page.getByRole('dialog')).click();
  await stays(`“${markup('moved')}” was not moved`);
  await page.unroute('**/v1/app/stream?*');

  await goWithin(page, '/calendar?view=month');
  await button(`Schedule “${markup('moved')}”`).click();
  await button('Schedule', page.getByRole('dialog')).click();
  await stays(`“${markup('moved')}” is now scheduled for`);
  await goWithin(page, '/jobs');
  await button('New job').click();
  const form = page.getByRole('dialog', { name: 'New job' });
  await form.getByRole('combobox', { name: 'Find a customer' }).fill('mover');
  await stays(markup('mover'), form.getByRole('option'));
});

test('names of merged customers', async () => {
  const make = async (word: string) => {
    const lead = { customerName: markup(word), title: 'x' };
    return (await full.owner.call('/v1/api/leads', { body: lead })).body.customerId as string;
  };
  const [kept, other] = [await make('kept'), await make('other')];
  await goWithin(page, `/customers/${kept}`);
  await button('Merge with…').click();
  const dialog = page.getByRole('dialog', { name: `Merge ${markup('kept')} with…` });
  await dialog.getByLabel('Find the other customer').fill('other');
  await dialog.getByRole('button', { name: markup('other') }).click();
  await page.waitForURL(`**/customers/duplicates?two=${kept},${other}`);
  await page.getByRole('button', { name: `Keep this one and merge: ${markup('kept')}` }).click();
  await stays(`Open ${markup('kept')}`);
});

test('the names of other brands', async () => {
  const { id: brandId } = await server.createBrand({ name: markup('second brand') });
  const token = await invitationTo(server, { brandId, role: 'owner', email: full.owner.email });
  const [first, second] = [markup('brand'), markup('second brand')];
  await page.goto(`/welcome/${token}`);
  await stays(`You have been invited to ${second}.`);
  await button('Start').click();
  await stays(second, page.getByRole('banner'));

  const other = await page.context().newPage();
  await other.goto('/leads');
  await other.getByRole('banner').getByRole('button').last().click();
  await other.getByRole('menuitem', { name: `Switch to ${first}` }).click();
  await other.getByRole('banner').getByText(first).waitFor();
  await assertOnlyText(other);
  const question = page.getByRole('alertdialog');
  await stays(`You are working for ${first} in another window`, question);
  await stays(`Back to ${second}`, question);
});

test('crafted URLs', async () => {
  const text = encodeURIComponent(markup('link'));
  const [first, ...paths] = [
    `/leads?q=${text}&tag=${text}&source=${text}&age=${text}&view=list`,
    `/jobs?q=${text}&view=${text}`,
    `/customers?q=${text}&archived=${text}`,
    `/calendar?day=${text}&view=${text}`,
    `/customers/duplicates?two=${text},${text}`,
    ...['leads', 'jobs', 'customers'].map((part) => `/${part}/${text}`),
    ...['import', 'webhooks', 'requests', 'keys'].map((part) => `/settings/${part}/${text}`),
    `/settings/${text}`,
    `/${text}`,
    `/welcome/${text}`,
    `/sign-in?to=${text}`,
  ] as [string, ...string[]];
  // The app does not reload the URL it starts at; only the leads are prefetched.
  const { page: mine } = await browser.signedInPage(server, { path: first });
  for (const path of [first, ...paths]) {
    await showWithin(mine, path);
    await assertOnlyText(mine);
  }
});
