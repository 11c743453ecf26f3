// Dragging with a finger. The grid knows drags of the mouse alone, as the browser tells of them: a finger that stays on
// something that can be dragged is told in the same words.
import { type Point, scrollAtEdges } from './scroll-at-edges.ts';

// A finger that moves before this wants to scroll.
const holdMs = 400;
const holdTolerancePx = 8;
// The click that a finger makes when it goes up comes before this.
const clickMsMax = 300;
const nowhere = { clientX: -1, clientY: -1 };

/** Until what it returns is called. */
export function dragByTouch(root: HTMLElement): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let finger: Finger | null = null;
  root.addEventListener(
    'pointerdown',
    (event) => {
      finger?.end();
      const source = draggableAt(event);
      finger = source && follow(source, event);
    },
    { signal },
  );
  // There before any finger is: WebKit heeds no refusal by a listener that was added during the touch.
  root.addEventListener(
    'touchmove',
    (event) => finger?.isCarrying() && event.cancelable && event.preventDefault(),
    { passive: false, signal },
  );
  return () => {
    finger?.end();
    listening.abort();
  };
}

function draggableAt({ pointerType, isPrimary, target }: PointerEvent): HTMLElement | null {
  if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return null;
  const isEdge = target.closest('.mantine-ScheduleEvent-eventResizeHandle') !== null;
  const source = target.closest<HTMLElement>('[draggable=true]');
  const button = target.closest('button');
  const isOtherButton = button !== null && button !== source;
  return isEdge || isOtherButton ? null : source;
}

interface Finger {
  isCarrying: () => boolean;
  end: () => void;
}

/** From the moment the finger comes down; ends by itself when it goes up. */
function follow(source: HTMLElement, down: PointerEvent): Finger {
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
    const { isMoved } = carrying;
    carrying.drop();
    end();
    if (!isMoved()) tap(down);
    refuseClick();
  });
  on('pointercancel', ({ pointerId }) => pointerId === down.pointerId && end());
  on('keydown', ({ key }) => key === 'Escape' && end());
  // What the browser itself makes of a finger that stays or moves.
  on('contextmenu', refuse);
  on('dragstart', (event) => event.isTrusted && refuse(event));
  return { isCarrying: () => carrying !== null, end };
}

/** A slow one: after so long a stay not every browser makes a click of it. */
function tap({ target, clientX, clientY }: PointerEvent): void {
  const told = { bubbles: true, cancelable: true, clientX, clientY };
  target?.dispatchEvent(new MouseEvent('click', told));
}

/** That of the finger that just went up, and of no other. */
function refuseClick(): void {
  const next = new AbortController();
  const signal = AbortSignal.any([next.signal, AbortSignal.timeout(clickMsMax)]);
  const once = { once: true, capture: true, signal };
  document.addEventListener('touchend', refuse, { ...once, passive: false });
  document.addEventListener('click', refuse, once);
  document.addEventListener('pointerdown', () => next.abort(), once);
}

interface Carrying {
  isMoved: () => boolean;
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
    isMoved: () => isMoved,
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

function distance(one: Point, other: Point): number {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

function refuse(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
