// Nothing is covered, cut off or of several sizes: buttons, names on cards, focus rings and toasts.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn } from '../support/board.ts';
import { goWithin, openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';
import { makeUsedBrand, type UsedBrand } from '../support/used-brand.ts';

const tablet = { width: 768, height: 1024 };

const server = await sharedServer();
let browser: TestBrowser;
let used: UsedBrand;
let page: Page;

before(async () => {
  browser = await openBrowser();
  used = await makeUsedBrand(server);
  ({ page } = await browser.signedInPage(server, { member: used.owner, viewport: tablet }));
});

after(() => browser?.close());

async function boxOf(found: Locator) {
  const { x, y, width, height } = (await found.boundingBox())!;
  return { left: x, top: y, right: x + width, bottom: y + height };
}

test('the buttons of a card leave the name free', async () => {
  const name = 'Hendrik-Jan van den Oudenrijn tot Woerden';
  await used.owner.call('/v1/api/leads', { body: { customerName: name, title: 'Roof' } });
  const card = cardIn(page, 'New', 'Roof');
  await card.locator('.lead-handle').waitFor({ state: 'attached' });
  await card.hover();
  const tools = await boxOf(card.locator('.lead-tools'));
  const rights = await page.evaluate<number[]>(`(() => {
    const names = [...document.querySelectorAll('.lead-customer')];
    const range = document.createRange();
    range.selectNodeContents(names.find((one) => one.textContent === '${name}'));
    return [...range.getClientRects()].map(({ right }) => right);
  })()`);
  assert.ok(rights.length > 0 && rights.every((right) => right <= tools.left));
});

test('the focus ring of the first card is not clipped', async () => {
  const link = page.getByRole('region', { name: 'New' }).getByRole('link').first();
  await link.focus();
  const offset = await page.evaluate<string>(
    `getComputedStyle(document.activeElement, '::after').outlineOffset`,
  );
  const card = await boxOf(link.locator('xpath=ancestor::li'));
  const column = await boxOf(page.locator('.board-scroll').first());
  // The ring is 2 px wide.
  assert.ok(card.top - (parseFloat(offset) + 2) >= column.top, `an offset of ${offset}`);
});

test('all buttons of a page have one height and one size of text', async () => {
  for (const viewport of [phone, tablet]) {
    const { page: seen } = await browser.signedInPage(server, { member: used.owner, viewport });
    for (const path of [
      `/leads/${used.lead}`,
      `/jobs/${used.job}`,
      `/customers/${used.customer}`,
      '/customers',
      '/jobs',
      '/settings/members',
    ]) {
      await goWithin(seen, path);
      await seen.locator('main .mantine-Button-root').first().waitFor();
      const sizes = await seen.evaluate<string[]>(
        `[...document.querySelectorAll('main .mantine-Button-root')]
          .filter((one) => one.getBoundingClientRect().height > 0)
          .map((one) => Math.round(one.getBoundingClientRect().height) + ' px, text of ' +
            getComputedStyle(one).fontSize)`,
      );
      const scale = ['44 px, text of 14px'];
      assert.deepEqual([...new Set(sizes)], scale, `${path} at ${viewport.width} px`);
    }
    await seen.context().close();
  }
});

test('a toast covers no form: it is no higher than the header', async () => {
  for (const viewport of [phone, tablet]) {
    const { page: seen } = await browser.signedInPage(server, { member: used.owner, viewport });
    await goWithin(seen, '/settings/brand');
    await seen.getByRole('button', { name: 'Save' }).click();
    const toast = seen.getByRole('alert').filter({ hasText: 'Saved' });
    await toast.waitFor();
    const header = await boxOf(seen.getByRole('banner'));
    const { bottom } = await boxOf(toast);
    assert.ok(bottom <= header.bottom, `the toast ends at ${bottom}, ${viewport.width} px wide`);
    await seen.context().close();
  }
});

test('moves are in the order of the board', async () => {
  await goWithin(page, `/leads/${used.lead}`);
  const moves = page.getByRole('group', { name: 'Next step' }).getByRole('button');
  await moves.first().waitFor();
  const names = await moves.allTextContents();
  assert.ok(names.indexOf('Quote sent') < names.indexOf('Inspection'), names.join());
});
