// Texts that would become elements, and run, if a page parsed them as markup.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** With a word that identifies the field. */
export function markup(word: string): string {
  return `<img data-hit src=x onerror=isHit=1>${word}`;
}

/** For fields of 20 characters. */
export function shortMarkup(word: string): string {
  return `<i data-hit>${word}`;
}

/** None of them became an element of the page, or ran. */
export async function assertOnlyText(page: Page): Promise<void> {
  const found = await page.evaluate<unknown[]>(
    '[document.querySelectorAll("[data-hit]").length, typeof isHit]',
  );
  assert.deepEqual(found, [0, 'undefined'], page.url());
}
