// Texts that would be elements, and would run, if a page took them for markup.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** With a word that tells the fields of a record apart. */
export function markup(word: string): string {
  return `<img data-hit src=x onerror=isHit=1>${word}`;
}

/** For fields of 20 characters. */
export function shortMarkup(word: string): string {
  return `<i data-hit>${word}`;
}

/** None of them became an element of the page, or was run by it. */
export async function assertOnlyText(page: Page): Promise<void> {
  const found = await page.evaluate<unknown[]>(
    '[document.querySelectorAll("[data-hit]").length, typeof isHit]',
  );
  assert.deepEqual(found, [0, 'undefined'], page.url());
}
