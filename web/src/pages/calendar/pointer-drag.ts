// Follows a mouse or a finger that drags something. A finger has to be held still first: moving earlier
// means scrolling.
import { autoScroll, type Point } from './auto-scroll.ts';

const holdMs = 400;
const holdTolerancePx = 8;
const mouseTolerancePx = 4;
// The browser fires the click of a touch within this time.
const clickMsMax = 300;

interface DragSteps {
  /** Picked up, where it is. */
  start(): void;
  move(point: Point): void;
  drop(): void;
  /** After the drop too. */
  end(): void;
}

export interface Following {
  isDragging: () => boolean;
  stop: () => void;
}

/** From pointerdown to pointerup. */
export function followPointer(down: PointerEvent, steps: DragSteps): Following {
  const listening = new AbortController();
  const { signal } = listening;
  const isTouch = down.pointerType === 'touch';
  let at: Point = down;
  let isDragging = false;
  let isMoved = false;
  let stopScrolling = () => {};
  const pickUp = () => {
    isDragging = true;
    steps.start();
    stopScrolling = autoScroll(
      down,
      () => (isMoved ? at : null),
      () => steps.move(at),
    );
  };
  const timer = isTouch ? setTimeout(pickUp, holdMs) : undefined;
  const stop = () => {
    clearTimeout(timer);
    listening.abort();
    stopScrolling();
    if (isDragging) steps.end();
    isDragging = false;
  };
  const on = <K extends keyof DocumentEventMap>(
    name: K,
    listener: (event: DocumentEventMap[K]) => void,
  ) => document.addEventListener(name, listener, { signal, capture: true, passive: false });

  on('pointermove', (event) => {
    if (event.pointerId !== down.pointerId) return;
    const isFar = distance(event, down) > (isTouch ? holdTolerancePx : mouseTolerancePx);
    if (!isDragging) {
      if (!isFar) return;
      if (isTouch) return stop();
      pickUp();
    }
    at = event;
    isMoved ||= isFar;
    if (isMoved) steps.move(at);
  });
  on('pointerup', ({ pointerId }) => {
    if (pointerId !== down.pointerId) return;
    if (!isDragging) return stop();
    if (isMoved) steps.drop();
    stop();
    if (!isMoved) tap(down);
    preventClick();
  });
  on('pointercancel', ({ pointerId }) => pointerId === down.pointerId && stop());
  on('keydown', (event) => {
    if (event.key !== 'Escape' || !isDragging) return;
    prevent(event);
    stop();
    document.addEventListener('pointerup', preventClick, { once: true, capture: true });
  });
  // The browser's own long press, drag and selection.
  on('contextmenu', prevent);
  on('dragstart', prevent);
  on('selectstart', prevent);
  return { isDragging: () => isDragging, stop };
}

/** Not every browser fires a click after a long press. */
function tap({ target, clientX, clientY }: PointerEvent): void {
  const options = { bubbles: true, cancelable: true, clientX, clientY };
  target?.dispatchEvent(new MouseEvent('click', options));
}

/** Only the click of the pointer that was just released. */
function preventClick(): void {
  const next = new AbortController();
  const signal = AbortSignal.any([next.signal, AbortSignal.timeout(clickMsMax)]);
  const once = { once: true, capture: true, signal };
  document.addEventListener('touchend', prevent, { ...once, passive: false });
  document.addEventListener('click', prevent, once);
  document.addEventListener('pointerdown', () => next.abort(), once);
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

function prevent(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
