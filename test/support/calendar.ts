// The calendar's grid of hours, in a browser.
import type { Locator, Page } from 'playwright-core';
import { middleOf } from './board.ts';

interface Point {
  x: number;
  y: number;
}

export function jobBox(page: Page, id: string): Locator {
  return page.locator(`[data-event-id="${id}"]`);
}

/** The point of that time, scrolled into the middle. */
export async function pointAt(page: Page, { day, time, person }: Place): Promise<Point> {
  const named = person === undefined ? '' : `[data-assignee="${person ?? ''}"]`;
  const column = page.locator(`.time-column[data-day="${day}"]${named}`);
  await column.waitFor();
  const [hours, minutes] = time.split(':').map(Number);
  // Runs in the page.
  await column.evaluate(
    (element, share) => {
      const { parentElement, scrollHeight } = element as unknown as {
        parentElement: { parentElement: { scrollTop: number; clientHeight: number } };
        scrollHeight: number;
      };
      const grid = parentElement.parentElement;
      grid.scrollTop = scrollHeight * share - grid.clientHeight / 2;
    },
    (hours! * 60 + minutes!) / 1440,
  );
  const { x, y, width, height } = (await column.boundingBox())!;
  return { x: x + width / 2, y: y + (height * (hours! * 60 + minutes!)) / 1440 };
}

interface Place {
  day: string;
  time: string;
  person?: string | null;
}

/** By mouse: the top of the box goes to that time, wherever it is grabbed. */
export async function dragBox(page: Page, box: Locator, to: Place): Promise<void> {
  await carryBox(page, box, to);
  await page.mouse.up();
}

/** Without letting go. */
export async function carryBox(page: Page, box: Locator, to: Place): Promise<void> {
  const target = await pointAt(page, to);
  const { x, y } = await middleOf(box);
  const fromTop = y - (await box.boundingBox())!.y;
  await carry(page, { x, y }, { x: target.x, y: target.y + fromTop });
}

export async function carry(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + (to.x - from.x) / 2, from.y + (to.y - from.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
}
