// Filters on leads: by age, with counts, and up to the limits.
import assert from 'node:assert/strict';
import type { Page, Route } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn, column, moveByMouse, scrollDown } from '../support/board.ts';
import { goWithin, openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { changeWorkItem } from '../support/stored-records.ts';
import { eventually } from '../support/within.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const server = await sharedServer();
let browser: TestBrowser;
let me: SignedIn;
let page: Page;

before(async () => {
  browser = await openBrowser();
  me = await signInAs(server);
  await makeLead('An hour', hourMs);
  await makeLead('Most of a day', 23 * hourMs);
  await makeLead('Two days', 2 * dayMs, { status: 'contacted' });
  await makeLead('Two weeks', 14 * dayMs);
  await makeLead('Two months', 60 * dayMs);
  await makeLead('Lost in spring', 90 * dayMs, { status: 'lost' });
  ({ page } = await browser.signedInPage(server, { member: me }));
});

after(() => browser?.close());

const all = ['An hour', 'Most of a day', 'Two days', 'Two weeks', 'Two months', 'Lost in spring'];
const choices = [
  { value: 'day', en: 'Last 24 hours', nl: 'Laatste 24 uur', found: all.slice(0, 2) },
  { value: 'week', en: 'Last 7 days', nl: 'Laatste 7 dagen', found: all.slice(0, 3) },
  { value: 'month', en: 'Last 30 days', nl: 'Laatste 30 dagen', found: all.slice(0, 4) },
  { value: 'older', en: 'Older than 30 days', nl: 'Ouder dan 30 dagen', found: all.slice(4) },
];

test('on the board, and in the list after switching', async () => {
  const age = page.getByRole('combobox', { name: 'Received' });
  await shows(page, all);
  for (const { value, en, found } of choices) {
    await age.selectOption(en);
    await page.waitForURL(`**/leads?age=${value}`);
    await shows(page, found);
  }
  await cardIn(page, 'New', 'Two months').waitFor();
  await cardIn(page, 'Lost', 'Lost in spring').waitFor();

  await page.getByRole('button', { name: 'List' }).click();
  await page.getByRole('table').waitFor();
  await shows(page, choices.at(-1)!.found);
  for (const { en, found } of choices) {
    await age.selectOption(en);
    await shows(page, found);
  }
  // The filter is in the URL, which can be shared.
  await age.selectOption('Last 7 days');
  await page.waitForURL(/age=week/);
  await page.reload();
  await shows(page, choices[1]!.found);
  assert.equal(await age.inputValue(), 'week');

  await page.getByRole('searchbox', { name: 'Search leads' }).fill('two');
  await shows(page, ['Two days']);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await shows(page, all);
  assert.equal(await age.inputValue(), '');
});

test('a new lead appears immediately under a filter for new ones', async () => {
  await goWithin(page, '/leads?age=day');
  await shows(page, choices[0]!.found);
  await makeLead('Just now', 0);
  await shows(page, ['Just now', ...choices[0]!.found]);
  await goWithin(page, '/leads?age=older');
  await shows(page, choices.at(-1)!.found);
});

test('on a phone, in Dutch, where the filters are collapsed', async () => {
  const { page: small } = await browser.signedInPage(server, {
    member: me,
    viewport: phone,
    language: 'nl',
  });
  await small.getByRole('button', { name: 'Filters' }).tap();
  for (const { nl, found } of [choices[3]!, choices[1]!]) {
    await small.getByRole('combobox', { name: 'Binnengekomen' }).selectOption(nl);
    const isNew = nl !== choices[3]!.nl;
    await shows(small, isNew ? ['Just now', ...found] : found);
  }
  await small.getByRole('button', { name: 'Filters (1 aan)' }).waitFor();
});

test('a filtered column is counted, also beyond the shown leads', async () => {
  const urgent = Array.from({ length: 27 }, (_, index) => ({
    customerName: 'Many',
    title: `Counted ${String(index).padStart(2, '0')}`,
    priority: 'urgent',
    source: 'chat',
  }));
  await me.call('/v1/api/leads/batch', { body: { leads: urgent } });
  await goWithin(page, '/leads?source=chat');
  await page.getByRole('heading', { level: 2, name: 'New 27', exact: true }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'Lost 0', exact: true }).waitFor();
  assert.ok((await page.getByRole('heading', { level: 3 }).count()) < 27, 'not all are shown');
  const moved = await column(page, 'New').getByRole('heading', { level: 3 }).first().innerText();
  await moveByMouse(page, cardIn(page, 'New', moved), 'Contacted');
  await page.getByRole('heading', { level: 2, name: 'New 26', exact: true }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'Contacted 1', exact: true }).waitFor();
  // A text search is not counted any further.
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('counted');
  await page.getByRole('heading', { level: 2, name: 'New 25+', exact: true }).waitFor();
  await scrollDown(page, 'New');
  await page.getByRole('heading', { level: 2, name: 'New 26', exact: true }).waitFor();
  // A new lead that does not match the search is not shown.
  await page.getByRole('searchbox', { name: 'Search leads' }).fill(moved.toLowerCase());
  await column(page, 'New').getByText('Nothing found', { exact: true }).waitFor();
  await cardIn(page, 'Contacted', moved).waitFor();
});

test('more leads stay shown, also when a new lead arrives', async () => {
  const asked = Promise.withResolvers<Route>();
  await page.route('**/v1/api/leads?*cursor=*', asked.resolve, { times: 1 });
  await goWithin(page, '/leads?source=chat');
  await page.getByRole('heading', { level: 2, name: 'New 26', exact: true }).waitFor();
  await scrollDown(page, 'New');
  const body = { customerName: 'Many', title: 'Meanwhile', source: 'chat' };
  const isCounted = page.waitForResponse(/v1\/app\/board/);
  await me.call('/v1/api/leads', { body });
  await isCounted;
  await (await asked.promise).continue();
  await page.getByRole('button', { name: 'Show more: New' }).waitFor({ state: 'detached' });
  await cardIn(page, 'New', 'Meanwhile').waitFor();
  await page.getByRole('heading', { level: 2, name: 'New 27', exact: true }).waitFor();
});

test('the search of the board finds a street, a city and the end of a phone number', async () => {
  const place = { street: 'Oudegracht', streetNumber: '12', city: 'Harlingen' };
  const body = { customerName: 'Fenna', title: 'Boiler', phone: '06 48 15 16 23', ...place };
  await me.call('/v1/api/leads', { body });
  await goWithin(page, '/leads');
  const search = page.getByRole('searchbox', { name: 'Search leads' });
  for (const words of ['oudegr', 'harlingen', '151623']) {
    await search.fill(words);
    await page.waitForURL(`**/leads?q=${words}`);
    await shows(page, ['Boiler']);
  }
});

test('tags of any valid length can be filtered, several at once', async () => {
  const long = 'a'.repeat(100);
  const { body } = await me.call('/v1/api/leads', {
    body: { customerName: 'Kees', title: 'Tagged' },
  });
  await me.call(`/v1/api/work-items/${body.id}`, { method: 'PATCH', body: { tags: [long] } });
  await goWithin(page, '/leads');
  await page.getByRole('searchbox', { name: 'Tag' }).fill(`garden, ${long}, ${'b'.repeat(300)}`);
  await page.waitForURL(`**/leads?tag=garden%2C${long}%2C${'b'.repeat(100)}`);
  await cardIn(page, 'New', 'Tagged').waitFor();
  await page.getByRole('heading', { level: 2, name: 'New 1', exact: true }).waitFor();
  assert.equal(await page.getByRole('main').getByRole('alert').count(), 0);
});

async function makeLead(title: string, ageMs: number, changes: object = {}): Promise<void> {
  const body = { customerName: 'Somebody', title };
  const answer = await me.call('/v1/api/leads', { body });
  assert.equal(answer.status, 201, answer.text);
  const { id } = answer.body;
  if (ageMs === 0) return;
  const receivedAt = Date.now() - ageMs;
  await changeWorkItem(server, id, { receivedAt, createdAt: receivedAt, ...changes });
}

/** Exactly these leads, in any order. */
async function shows(where: Page, titles: string[]): Promise<void> {
  let shown: string[] = [];
  const isThere = async () => {
    shown = await where.locator('.lead-link, .row-link').allTextContents();
    return shown.toSorted().join() === titles.toSorted().join();
  };
  await eventually(isThere).catch((cause) => {
    throw new Error(`${where.url()} shows ${shown.join()} and not ${titles.join()}`, { cause });
  });
}
