// A touch on a phone's screen.
import type { Page } from 'playwright-core';

interface Point {
  x: number;
  y: number;
}

type Touch = (
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  ...touchPoints: Point[]
) => Promise<unknown>;

export async function fingerOn(page: Page): Promise<Touch> {
  const session = await page.context().newCDPSession(page);
  return (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
}

/** Down at the first point, over the others, and up. */
export async function draw(page: Page, [first, ...others]: [Point, ...Point[]]): Promise<void> {
  const touch = await fingerOn(page);
  await touch('touchStart', first);
  for (const point of others) await touch('touchMove', point);
  await touch('touchEnd');
}
