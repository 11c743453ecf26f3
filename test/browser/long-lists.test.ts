// A board of 1,000 cards and a list of 10,000 leads scroll to their end, with few of them in the page.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn, column, moveByMouse } from '../support/board.ts';
import { goWithin, openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const leadCount = 10_000;
const cardCount = 1_000;
const batchSize = 500;
const shownMax = 150;

const server = await sharedServer();
let browser: TestBrowser;
let page: Page;
let me: SignedIn;

before(async () => {
  browser = await openBrowser();
  me = await signInAs(server);
  for (let from = 0; from < leadCount; from += batchSize) {
    const leads = Array.from({ length: batchSize }, (_, at) => ({
      customerName: `Customer ${(from + at) % 40}`,
      title: `Lead ${from + at}`,
      email: `c${(from + at) % 40}@example.com`,
      source: from + at < cardCount ? 'chat' : 'web',
    }));
    const { status } = await me.call('/v1/api/leads/batch', { body: { leads } });
    assert.equal(status, 200);
  }
  ({ page } = await browser.signedInPage(server, { member: me, path: '/leads?source=chat' }));
});

after(() => browser?.close());

test('a column of 1,000 cards', async () => {
  const first = await firstTitle('-urgency');
  const last = await firstTitle('urgency');
  const cards = column(page, 'New').getByRole('heading', { level: 3 });
  await cardIn(page, 'New', first).waitFor();
  await untilScrolledTo(page, `document.querySelector('.board-scroll')`, last);
  assert.ok((await cards.count()) < shownMax, `${await cards.count()} cards in the page`);
  assert.equal(await cardIn(page, 'New', first).count(), 0);
  await page.getByRole('heading', { level: 2, name: 'New 1000', exact: true }).waitFor();
  // The cards that scrolled into view can be dragged.
  await moveByMouse(page, cardIn(page, 'New', last), 'Contacted');
  await cardIn(page, 'Contacted', last).waitFor();
  await page.evaluate(`document.querySelector('.board-scroll').scrollTo(0, 0)`);
  await cardIn(page, 'New', first).waitFor();
});

test('a list of 10,000 leads, and back to the top', async () => {
  await goWithin(page, '/leads?view=list');
  const rows = page.locator('.row-link');
  await rows.filter({ hasText: /^Lead 9999$/ }).waitFor();
  await untilScrolledTo(page, 'document.scrollingElement', 'Lead 0');
  assert.ok((await rows.count()) < shownMax, `${await rows.count()} rows in the page`);
  const height = await page.evaluate<number>('document.scrollingElement.scrollHeight');
  assert.ok(height > leadCount * 30, `the scrollbar knows of all rows: ${height} px`);
  await page.evaluate('scrollTo(0, 0)');
  await rows.filter({ hasText: /^Lead 9999$/ }).waitFor();
});

test('customers and the list on a phone read on by themselves', async () => {
  const { page: small } = await browser.signedInPage(server, {
    member: me,
    viewport: phone,
    path: '/leads?view=list&source=chat',
  });
  await untilScrolledTo(small, 'document.scrollingElement', 'Lead 0');
  assert.ok((await small.locator('.lead-card').count()) < shownMax);
});

test('a page that cannot be read is asked for again by the button', async () => {
  await page.route('**/v1/api/leads?*cursor=*', (route) =>
    route.fulfill({ status: 400, body: '{}' }),
  );
  await goWithin(page, '/leads?view=list&source=web');
  const more = page.getByRole('button', { name: 'Show more' });
  await more.scrollIntoViewIfNeeded();
  await page.waitForResponse('**/v1/api/leads?*cursor=*');
  await page.unrouteAll({ behavior: 'wait' });
  await more.click();
  await eventually(() => page.evaluate<boolean>('document.scrollingElement.scrollHeight > 6000'));
});

async function firstTitle(sort: string): Promise<string> {
  const { body } = await me.call(`/v1/api/leads?source=chat&status=request&limit=1&sort=${sort}`);
  return body.data[0].title;
}

/** Scrolls on until a link with this text is in view. */
async function untilScrolledTo(where: Page, scrolled: string, text: string): Promise<void> {
  await eventually(() =>
    where.evaluate<boolean>(`(() => {
      const scrolled = ${scrolled};
      scrolled.scrollTo(0, scrolled.scrollHeight);
      const links = [...document.querySelectorAll('.lead-link, .row-link')];
      return links.some((link) => link.textContent === '${text}');
    })()`),
  );
}
