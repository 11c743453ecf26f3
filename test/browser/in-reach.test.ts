// Nothing is covered, cut off or of several sizes: buttons, names on cards, focus rings and toasts.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn } from '../support/board.ts';
import {
  desktop,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
  untilShown,
} from '../support/browser.ts';
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

test('no word is broken in a list or on the board', async () => {
  for (const viewport of [phone, tablet]) {
    const { page: seen } = await browser.signedInPage(server, { member: used.owner, viewport });
    for (const path of ['/leads', '/leads?view=list', '/jobs', '/customers', '/today', '/tray']) {
      await goWithin(seen, path);
      await untilShown(seen);
      const broken = await seen.evaluate<string[]>(`(() => {
        const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
        const hidden = [...document.querySelectorAll('main *')].filter((one) => one.offsetWidth < 2);
        const broken = [];
        while (texts.nextNode()) {
          const { currentNode: text } = texts;
          // For screen readers alone.
          if (hidden.some((one) => one.contains(text))) continue;
          for (const { 0: word, index } of text.textContent.matchAll(/[\\p{L}\\p{N}]{2,14}/gu)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (lines.size > 1) broken.push(word);
          }
        }
        return broken;
      })()`);
      assert.deepEqual(broken, [], `${path} at ${viewport.width} px`);
    }
    await seen.context().close();
  }
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

test('a toast covers no field and no button of a form', async () => {
  for (const viewport of [phone, tablet, desktop]) {
    const { page: seen } = await browser.signedInPage(server, {
      member: used.owner,
      viewport,
      path: '/settings/brand',
    });
    await seen.getByRole('button', { name: 'Save' }).click();
    const toast = seen.getByRole('alert').filter({ hasText: 'Saved' });
    await toast.waitFor();
    const { left, top, right, bottom } = await boxOf(toast);
    const header = await boxOf(seen.getByRole('banner'));
    const covered: string[] = [];
    for (const control of await seen.locator('main form :is(input, select, button)').all()) {
      if (!(await control.isVisible())) continue;
      const box = await boxOf(control);
      // The header covers what is scrolled below it.
      const isBelow = Math.max(box.top, header.bottom) >= bottom;
      const isApart = box.right <= left || box.left >= right || box.bottom <= top || isBelow;
      if (!isApart) covered.push((await control.getAttribute('id')) ?? (await control.innerText()));
    }
    assert.deepEqual(covered, [], `at ${viewport.width} px`);
    await seen.context().close();
  }
});

test('rows that are links have no bullets', async () => {
  await goWithin(page, `/customers/${used.customer}`);
  await page.getByRole('list', { name: 'Leads' }).getByRole('listitem').first().waitFor();
  const markers = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main li')].map((one) => getComputedStyle(one).listStyleType)`,
  );
  assert.deepEqual([...new Set(markers)], ['none']);
});

test('moves are in the order of the board', async () => {
  await goWithin(page, `/leads/${used.lead}`);
  const moves = page.getByRole('group', { name: 'Next step' }).getByRole('button');
  await moves.first().waitFor();
  const names = await moves.allTextContents();
  assert.ok(names.indexOf('Quote sent') < names.indexOf('Inspection'), names.join());
});
