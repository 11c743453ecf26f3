// Scrolls the grid, or else the page, while something is dragged near an edge.

export interface Point {
  clientX: number;
  clientY: number;
}

const edgePx = 56;
// What is picked up near an edge scrolls once it is moved towards that edge.
const towardsEdgePx = 12;
const scrollPxPerFrame = 8;
// Passing an edge on the way must not scroll.
const dwellMs = 250;

const horizontal = {
  at: 'clientX',
  start: 'left',
  end: 'right',
  overflow: 'overflowX',
  seen: 'clientWidth',
  whole: 'scrollWidth',
  scrolled: 'scrollLeft',
  screen: 'innerWidth',
} as const;

const vertical = {
  at: 'clientY',
  start: 'top',
  end: 'bottom',
  overflow: 'overflowY',
  seen: 'clientHeight',
  whole: 'scrollHeight',
  scrolled: 'scrollTop',
  screen: 'innerHeight',
} as const;

type Axis = typeof horizontal | typeof vertical;

/** Runs until the returned function is called. */
export function autoScroll(
  from: Point,
  where: () => Point | null,
  onScrolled: () => void,
): () => void {
  let frame = requestAnimationFrame(step);
  let atEdgeSince: number | null = null;
  function step(now: number) {
    frame = requestAnimationFrame(step);
    const point = where();
    const scrolls = point
      ? [horizontal, vertical].flatMap((axis) => scrollAlong(axis, from, point))
      : [];
    if (scrolls.length === 0) {
      atEdgeSince = null;
      return;
    }
    atEdgeSince ??= now;
    if (now - atEdgeSince < dwellMs) return;
    for (const scroll of scrolls) scroll();
    onScrolled();
  }
  return () => cancelAnimationFrame(frame);
}

/** How to scroll towards the edge that is near: the grid as far as it goes, then the page. */
function scrollAlong(axis: Axis, from: Point, point: Point): (() => void)[] {
  const at = point[axis.at];
  const moved = at - from[axis.at];
  if (Math.abs(moved) < towardsEdgePx) return [];
  const screen = window[axis.screen];
  const scroller = scrollerAt(axis, point);
  if (scroller) {
    const { [axis.start]: start, [axis.end]: end } = scroller.getBoundingClientRect();
    const by = stepAt(at, Math.max(start, 0), Math.min(end, screen));
    const last = scroller[axis.whole] - scroller[axis.seen];
    const isAtEnd = by < 0 ? scroller[axis.scrolled] <= 0 : scroller[axis.scrolled] >= last - 1;
    if (by * moved > 0 && !isAtEnd) return [() => scrollBySome(scroller, axis, by)];
  }
  const by = stepAt(at, 0, screen);
  return by * moved > 0 ? [() => scrollBySome(window, axis, by)] : [];
}

function scrollBySome(scrolled: Element | Window, axis: Axis, by: number): void {
  scrolled.scrollBy({ [axis.start]: by, behavior: 'instant' });
}

/** Looks below the app's bars, which cover the edge of the grid. */
function scrollerAt(axis: Axis, { clientX, clientY }: Point): Element | undefined {
  return document.elementsFromPoint(clientX, clientY).find((element) => {
    const overflow = getComputedStyle(element)[axis.overflow];
    const isScrollable = overflow === 'auto' || overflow === 'scroll';
    return isScrollable && element[axis.whole] > element[axis.seen];
  });
}

function stepAt(at: number, start: number, end: number): number {
  if (at < start + edgePx) return -scrollPxPerFrame;
  return at > end - edgePx ? scrollPxPerFrame : 0;
}
