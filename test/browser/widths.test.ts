// What a page shows at each width: whole words, headings beside each other, buttons in reach, and one
// look for one thing.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn } from '../support/board.ts';
import { desktop, goWithin, openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { changeItem, makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';

const tablet = { width: 768, height: 1024 };
const laptop = { width: 1024, height: 768 };

const server = await sharedServer();
let browser: TestBrowser;
let me: SignedIn;
let lead: string;
let customer: string;

before(async () => {
  browser = await openBrowser();
  me = await signInAs(server);
  const { body } = await me.call('/v1/api/leads', {
    body: {
      customerName: 'Anna Bakker',
      title: 'Leaking tap',
      city: 'Utrecht',
      priority: 'urgent',
    },
  });
  ({ id: lead, customerId: customer } = body);
  await changeItem(me, lead, { status: 'quote_sent', estimatedCost: 3_824_000 });
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  await makeJob(me, 'Underfloor heating manifold', {
    scheduledStart: inAnHour,
    priority: 'urgent',
  });
});

after(() => browser?.close());

const backgroundOf = (element: { computedStyleMap(): Map<string, unknown> }): string =>
  String(element.computedStyleMap().get('background-color'));

async function pageAt(viewport: { width: number; height: number }, path = '/leads'): Promise<Page> {
  const look = { member: me, viewport, language: 'nl' } as const;
  const { page } = await browser.signedInPage(server, { ...look, path });
  return page;
}

interface Line {
  left: number;
  right: number;
}

/** The lines of its text. */
async function linesOf(found: Locator): Promise<Line[]> {
  await found.waitFor();
  await found.evaluate((element: { dataset: Record<string, string> }) => {
    element.dataset['measured'] = '';
  });
  const lines = await found.page().evaluate<Line[]>(`(() => {
    const element = document.querySelector('[data-measured]');
    delete element.dataset.measured;
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = new Map();
    for (const { top, left, right } of range.getClientRects()) {
      const line = lines.get(Math.round(top)) ?? { left, right };
      lines.set(Math.round(top), {
        left: Math.min(line.left, left),
        right: Math.max(line.right, right),
      });
    }
    return [...lines.values()];
  })()`);
  assert.ok(lines.length > 0);
  return lines;
}

test('the title of a job is a line, not letters one below the other', async () => {
  for (const viewport of [phone, tablet]) {
    const page = await pageAt(viewport, '/jobs');
    const title = page.getByText('Underfloor heating manifold');
    assert.equal((await linesOf(title)).length, 1, `at ${viewport.width} px`);
    await page.context().close();
  }
});

test('headings of lists stay in their columns', async () => {
  for (const viewport of [laptop, desktop]) {
    const page = await pageAt(viewport);
    for (const path of ['/leads?view=list', '/jobs', '/customers']) {
      await goWithin(page, path);
      await page.locator('.row-link').first().waitFor();
      for (const heading of await page.locator('.list-table thead th:visible').all()) {
        const { x, width } = (await heading.boundingBox())!;
        for (const { left, right } of await linesOf(heading)) {
          const text = `${await heading.textContent()} of ${path} at ${viewport.width} px`;
          assert.ok(left >= x && right <= x + width, text);
        }
      }
    }
    await page.context().close();
  }
});

test('the amount of an item is in its row', async () => {
  const page = await pageAt(desktop, '/leads?view=list');
  await page.getByRole('row').filter({ hasText: 'Leaking tap' }).getByText('38.240').waitFor();
  await goWithin(page, '/overview');
  await page.setViewportSize(phone);
  const figure = page.locator('.overview-figure').filter({ hasText: '38.240' });
  assert.equal((await linesOf(figure)).length, 1);
  await page.context().close();
});

test('a priority looks the same on the board, in lists and on pages', async () => {
  const page = await pageAt(desktop);
  const colours: string[] = [];
  for (const [path, place] of [
    ['/leads', cardIn(page, 'Offerte verstuurd', 'Leaking tap')],
    ['/leads?view=list', page.getByRole('row').filter({ hasText: 'Leaking tap' })],
    [`/leads/${lead}`, page.locator('main')],
    ['/jobs', page.getByRole('row').filter({ hasText: 'Underfloor' })],
  ] as const) {
    await goWithin(page, path);
    const badge = place.getByText('Spoed', { exact: true }).first();
    await badge.waitFor();
    colours.push(await badge.evaluate(backgroundOf));
  }
  assert.equal(new Set(colours).size, 1, colours.join());
  await page.context().close();
});

test('the leads of a customer have no bullets', async () => {
  const page = await pageAt(phone, `/customers/${customer}`);
  const list = page.getByRole('list', { name: 'Aanvragen' });
  const link = list.getByRole('link');
  await link.waitFor();
  const [box, inner] = [(await list.boundingBox())!, (await link.boundingBox())!];
  assert.ok(inner.x - box.x <= 2, `${inner.x - box.x} px before it`);
  await page.context().close();
});

test('the filters take one row, and the board ends on the screen', async () => {
  for (const viewport of [laptop, desktop]) {
    const page = await pageAt(viewport);
    await cardIn(page, 'Offerte verstuurd', 'Leaking tap').waitFor();
    const bar = (await page.locator('.filter-bar').boundingBox())!;
    assert.ok(bar.height <= 44, `${bar.height} px at ${viewport.width} px`);
    const board = (await page.locator('.board').boundingBox())!;
    assert.ok(board.y + board.height <= viewport.height, `at ${viewport.width} px`);
    if (viewport === laptop) await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Prioriteit' }).waitFor();
    await page.context().close();
  }
});

test('the buttons of a long dialog are in reach, and cover no field that has the focus', async () => {
  for (const viewport of [phone, desktop]) {
    const page = await pageAt(viewport);
    await page.getByRole('button', { name: 'Nieuwe aanvraag' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nieuwe aanvraag' });
    const save = dialog.getByRole('button', { name: 'Aanvraag opslaan' });
    await save.waitFor();
    const top = async () => (await save.boundingBox())!.y;
    assert.ok((await top()) + 44 <= viewport.height, `at ${viewport.width} px`);
    for (let fields = 0; fields < 20; fields++) {
      await page.keyboard.press('Tab');
      const [field] = await dialog.locator(':is(input, textarea, select):focus').all();
      const box = await field?.boundingBox();
      if (box) assert.ok(box.y + box.height <= (await top()), `at ${viewport.width} px`);
    }
    await page.context().close();
  }
});

test('the header says that there is a search, and its keys', async () => {
  const page = await pageAt(desktop);
  const words = page.getByRole('banner').getByText('Zoeken');
  assert.match((await words.getAttribute('data-keys'))!, /K$/);
  await words.click();
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await page.context().close();
});
