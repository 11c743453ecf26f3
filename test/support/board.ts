// The board of leads in a browser.
import type { Locator, Page } from 'playwright-core';

export function column(page: Page, name: string): Locator {
  return page.getByRole('region', { name });
}

export function cardIn(page: Page, columnName: string, title: string): Locator {
  return column(page, columnName)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) });
}

export async function moveByMouse(page: Page, card: Locator, columnName: string): Promise<void> {
  // Nothing can be dragged until it has a handle.
  await card.locator('.lead-handle').waitFor({ state: 'attached' });
  const from = await middleOf(card);
  const to = await middleOf(column(page, columnName));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 5, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

/** To the end of the cards that are loaded, which loads more. */
export async function scrollDown(page: Page, columnName: string): Promise<void> {
  await column(page, columnName).getByRole('listitem').first().waitFor();
  await column(page, columnName)
    .locator('.board-scroll > :last-child')
    .evaluate((last: { scrollIntoView(): void }) => last.scrollIntoView());
}

export async function middleOf(found: Locator): Promise<{ x: number; y: number }> {
  await found.waitFor();
  const { x, y, width, height } = (await found.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}
