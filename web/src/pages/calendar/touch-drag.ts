// Dragging with a finger. The grid knows drags of the mouse alone, as the browser tells of them: a finger that stays on
// something that can be dragged is told in the same words.

interface Point {
  clientX: number;
  clientY: number;
}

// A finger that moves before this wants to scroll.
const holdMs = 400;
const holdTolerancePx = 8;
// This close to the edge of the screen the page scrolls on.
const edgePx = 56;
const scrollPxPerFrame = 8;
// The click that a finger makes when it goes up comes before this.
const clickMsMax = 300;
const nowhere = { clientX: -1, clientY: -1 };

/** Until what it returns is called. */
export function dragByTouch(root: HTMLElement): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let end: (() => void) | null = null;
  root.addEventListener(
    'pointerdown',
    (event) => {
      end?.();
      end = null;
      const source = draggableAt(event);
      if (source) end = follow(source, event);
    },
    { signal },
  );
  return () => {
    end?.();
    listening.abort();
  };
}

function draggableAt({ pointerType, isPrimary, target }: PointerEvent): HTMLElement | null {
  if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return null;
  const isEdge = target.closest('.mantine-ScheduleEvent-eventResizeHandle') !== null;
  return isEdge ? null : target.closest<HTMLElement>('[draggable=true]');
}

/** From the moment the finger comes down; ends by itself when it goes up. */
function follow(source: HTMLElement, down: PointerEvent): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let carrying: Carrying | null = null;
  const timer = setTimeout(() => {
    carrying = pickUp(source, down);
  }, holdMs);
  const end = () => {
    clearTimeout(timer);
    listening.abort();
    carrying?.putBack();
    carrying = null;
  };
  const on = <K extends keyof DocumentEventMap>(
    name: K,
    heed: (event: DocumentEventMap[K]) => void,
  ) => document.addEventListener(name, heed, { signal, capture: true, passive: false });

  on('pointermove', (event) => {
    if (event.pointerId !== down.pointerId) return;
    if (carrying) carrying.moveTo(event);
    else if (distance(event, down) > holdTolerancePx) end();
  });
  on('pointerup', ({ pointerId }) => {
    if (pointerId !== down.pointerId) return;
    if (!carrying) return end();
    carrying.drop();
    end();
    for (const name of ['touchend', 'click']) {
      const until = AbortSignal.timeout(clickMsMax);
      document.addEventListener(name, refuse, { capture: true, passive: false, signal: until });
    }
  });
  on('pointercancel', ({ pointerId }) => pointerId === down.pointerId && end());
  on('keydown', ({ key }) => key === 'Escape' && end());
  // What the browser itself makes of a finger that stays or moves.
  on('touchmove', (event) => carrying && event.cancelable && event.preventDefault());
  on('contextmenu', refuse);
  on('dragstart', (event) => event.isTrusted && refuse(event));
  return end;
}

interface Carrying {
  moveTo: (point: Point) => void;
  drop: () => void;
  putBack: () => void;
}

function pickUp(source: HTMLElement, from: Point): Carrying {
  const transfer = new DataTransfer();
  const shade = shadeOf(source);
  let at: Point = from;
  let isMoved = false;
  let isDropped = false;
  let over: Element | null = null;
  const tell = (where: Element, name: string): boolean => {
    const { clientX, clientY } = at;
    const told = { bubbles: true, cancelable: true, dataTransfer: transfer, clientX, clientY };
    return where.dispatchEvent(new DragEvent(name, told));
  };
  const lookBelow = () => {
    const below = document.elementFromPoint(at.clientX, at.clientY);
    if (over && over !== below) tell(over, 'dragleave');
    over = below;
    if (over) tell(over, 'dragover');
  };
  const place = () => {
    shade.style.translate = `${at.clientX}px ${at.clientY}px`;
  };
  tell(source, 'dragstart');
  document.body.append(shade);
  place();
  const stopScrolling = scrollAtEdges(() => (isMoved ? at : null), lookBelow);
  return {
    moveTo(point) {
      at = point;
      isMoved ||= distance(point, from) > holdTolerancePx;
      place();
      lookBelow();
    },
    drop() {
      // Where nothing can be dropped, nobody heeds what goes over it.
      isDropped = isMoved && over !== null && !tell(over, 'dragover');
      if (isDropped) tell(over!, 'drop');
    },
    putBack() {
      stopScrolling();
      shade.remove();
      at = nowhere;
      if (over && !isDropped) tell(over, 'dragleave');
      tell(source, 'dragend');
    },
  };
}

/** What is carried, under the finger. */
function shadeOf(source: HTMLElement): HTMLElement {
  const shade = document.createElement('div');
  shade.className = 'calendar-carried';
  shade.ariaHidden = 'true';
  shade.textContent = (source.querySelector('strong') ?? source).textContent;
  return shade;
}

function scrollAtEdges(where: () => Point | null, onScrolled: () => void): () => void {
  let frame = requestAnimationFrame(step);
  function step() {
    frame = requestAnimationFrame(step);
    const point = where();
    if (!point) return;
    const { clientX, clientY } = point;
    const top = edgeStep(clientY, innerHeight);
    const left = edgeStep(clientX, innerWidth);
    if (top || left) {
      scrollBy({ top, behavior: 'instant' });
      sidewaysOf(document.elementFromPoint(clientX, clientY))?.scrollBy({ left });
      onScrolled();
    }
  }
  return () => cancelAnimationFrame(frame);
}

function edgeStep(at: number, size: number): number {
  if (at < edgePx) return -scrollPxPerFrame;
  return at > size - edgePx ? scrollPxPerFrame : 0;
}

/** What is around it and wider than its place. */
function sidewaysOf(element: Element | null): Element | null {
  for (let around = element; around; around = around.parentElement) {
    const { overflowX } = getComputedStyle(around);
    const isScrolled = overflowX === 'auto' || overflowX === 'scroll';
    if (isScrolled && around.scrollWidth > around.clientWidth) return around;
  }
  return null;
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

function refuse(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
