// Scrolls the grid, or else the page, while something is dragged near an edge.

export interface Point {
  clientX: number;
  clientY: number;
}

const edgePx = 56;
const scrollPxPerFrame = 8;

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
export function autoScroll(where: () => Point | null, onScrolled: () => void): () => void {
  let frame = requestAnimationFrame(step);
  function step() {
    frame = requestAnimationFrame(step);
    const point = where();
    if (!point) return;
    const scrolled = [horizontal, vertical].filter((axis) => scrollAlong(axis, point));
    if (scrolled.length > 0) onScrolled();
  }
  return () => cancelAnimationFrame(frame);
}

function scrollAlong(axis: Axis, point: Point): boolean {
  const at = point[axis.at];
  const screen = window[axis.screen];
  const scroller = scrollerAt(axis, point);
  if (scroller) {
    const { [axis.start]: start, [axis.end]: end } = scroller.getBoundingClientRect();
    const before = scroller[axis.scrolled];
    const by = stepAt(at, Math.max(start, 0), Math.min(end, screen));
    scroller.scrollBy({ [axis.start]: by, behavior: 'instant' });
    if (scroller[axis.scrolled] !== before) return true;
  }
  const by = stepAt(at, 0, screen);
  scrollBy({ [axis.start]: by, behavior: 'instant' });
  return by !== 0;
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
