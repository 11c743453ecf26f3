// Leads found by how long ago they came in, on the board and in the list.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn } from '../support/board.ts';
import { openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { changeWorkItem } from '../support/stored-records.ts';
import { eventually } from '../support/within.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const server = await sharedServer();
let browser: TestBrowser;
let me: SignedIn;

before(async () => {
  browser = await openBrowser();
  me = await signInAs(server);
  await makeLead('An hour', hourMs);
  await makeLead('Most of a day', 23 * hourMs);
  await makeLead('Two days', 2 * dayMs, { status: 'contacted' });
  await makeLead('Two weeks', 14 * dayMs);
  await makeLead('Two months', 60 * dayMs);
  await makeLead('Lost in spring', 90 * dayMs, { status: 'lost' });
});

after(() => browser?.close());

const all = ['An hour', 'Most of a day', 'Two days', 'Two weeks', 'Two months', 'Lost in spring'];
const choices = [
  { value: 'day', en: 'Last 24 hours', nl: 'Laatste 24 uur', found: all.slice(0, 2) },
  { value: 'week', en: 'Last 7 days', nl: 'Laatste 7 dagen', found: all.slice(0, 3) },
  { value: 'month', en: 'Last 30 days', nl: 'Laatste 30 dagen', found: all.slice(0, 4) },
  { value: 'older', en: 'Older than 30 days', nl: 'Ouder dan 30 dagen', found: all.slice(4) },
];

test('on the board, and in the list to which one changes over', async () => {
  const { page } = await browser.signedInPage(server, { member: me });
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
  // Kept in the address, which can be sent to somebody.
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

test('a lead that comes in is shown at once where only new ones are', async () => {
  const { page } = await browser.signedInPage(server, { member: me });
  await page.goto('/leads?age=day');
  await shows(page, choices[0]!.found);
  await makeLead('Just now', 0);
  await shows(page, ['Just now', ...choices[0]!.found]);
  await page.goto('/leads?age=older');
  await shows(page, choices.at(-1)!.found);
});

test('on a phone, in Dutch, where the filters are folded away', async () => {
  const { page } = await browser.signedInPage(server, {
    member: me,
    viewport: phone,
    language: 'nl',
  });
  await page.getByRole('button', { name: 'Filters' }).tap();
  for (const { nl, found } of [choices[3]!, choices[1]!]) {
    await page.getByRole('combobox', { name: 'Binnengekomen' }).selectOption(nl);
    const isNew = nl !== choices[3]!.nl;
    await shows(page, isNew ? ['Just now', ...found] : found);
  }
  await page.getByRole('button', { name: 'Filters (1 aan)' }).waitFor();
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

/** These leads and no others, in whatever order. */
async function shows(page: Page, titles: string[]): Promise<void> {
  let shown: string[] = [];
  const isThere = async () => {
    shown = await page.locator('.lead-link, .lead-row-link').allTextContents();
    return shown.toSorted().join() === titles.toSorted().join();
  };
  await eventually(isThere).catch((cause) => {
    throw new Error(`${page.url()} shows ${shown.join()} and not ${titles.join()}`, { cause });
  });
}
