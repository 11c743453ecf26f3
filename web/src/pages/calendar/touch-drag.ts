// Drag and drop by touch. The grid only handles the drag events that a mouse fires: a long press on a
// draggable element dispatches the same events.
import { type Point, autoScroll } from './auto-scroll.ts';

// Moving earlier means scrolling.
const holdMs = 400;
const holdTolerancePx = 8;
// The browser fires the click of a touch within this time.
const clickMsMax = 300;
const offScreen = { clientX: -1, clientY: -1 };

/** Runs until the returned function is called. */
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
  // Registered up front: WebKit ignores preventDefault in a listener added during the touch.
  root.addEventListener(
    'touchmove',
    (event) => finger?.isDragging() && event.cancelable && event.preventDefault(),
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
  isDragging: () => boolean;
  end: () => void;
}

/** Follows one touch, from pointerdown to pointerup. */
function follow(source: HTMLElement, down: PointerEvent): Finger {
  const listening = new AbortController();
  const { signal } = listening;
  let drag: Drag | null = null;
  const timer = setTimeout(() => {
    drag = pickUp(source, down);
  }, holdMs);
  const end = () => {
    clearTimeout(timer);
    listening.abort();
    drag?.end();
    drag = null;
  };
  const on = <K extends keyof DocumentEventMap>(
    name: K,
    listener: (event: DocumentEventMap[K]) => void,
  ) => document.addEventListener(name, listener, { signal, capture: true, passive: false });

  on('pointermove', (event) => {
    if (event.pointerId !== down.pointerId) return;
    if (drag) drag.moveTo(event);
    else if (distance(event, down) > holdTolerancePx) end();
  });
  on('pointerup', ({ pointerId }) => {
    if (pointerId !== down.pointerId) return;
    if (!drag) return end();
    const { isMoved } = drag;
    drag.drop();
    end();
    if (!isMoved()) tap(down);
    preventClick();
  });
  on('pointercancel', ({ pointerId }) => pointerId === down.pointerId && end());
  on('keydown', ({ key }) => key === 'Escape' && end());
  // The browser's own long press and drag.
  on('contextmenu', prevent);
  on('dragstart', (event) => event.isTrusted && prevent(event));
  return { isDragging: () => drag !== null, end };
}

/** Not every browser fires a click after a long press. */
function tap({ target, clientX, clientY }: PointerEvent): void {
  const options = { bubbles: true, cancelable: true, clientX, clientY };
  target?.dispatchEvent(new MouseEvent('click', options));
}

/** Only the click of the touch that just ended. */
function preventClick(): void {
  const next = new AbortController();
  const signal = AbortSignal.any([next.signal, AbortSignal.timeout(clickMsMax)]);
  const once = { once: true, capture: true, signal };
  document.addEventListener('touchend', prevent, { ...once, passive: false });
  document.addEventListener('click', prevent, once);
  document.addEventListener('pointerdown', () => next.abort(), once);
}

interface Drag {
  isMoved: () => boolean;
  moveTo: (point: Point) => void;
  drop: () => void;
  end: () => void;
}

function pickUp(source: HTMLElement, from: Point): Drag {
  const transfer = new DataTransfer();
  const preview = createPreview(source);
  let at: Point = from;
  let isMoved = false;
  let isDropped = false;
  let over: Element | null = null;
  const dispatch = (where: Element, name: string): boolean => {
    const { clientX, clientY } = at;
    const options = { bubbles: true, cancelable: true, dataTransfer: transfer, clientX, clientY };
    return where.dispatchEvent(new DragEvent(name, options));
  };
  const updateTarget = () => {
    const below = document.elementFromPoint(at.clientX, at.clientY);
    if (over && over !== below) dispatch(over, 'dragleave');
    over = below;
    if (over) dispatch(over, 'dragover');
  };
  const place = () => {
    preview.style.translate = `${at.clientX}px ${at.clientY}px`;
  };
  dispatch(source, 'dragstart');
  document.body.append(preview);
  place();
  const stopScrolling = autoScroll(() => (isMoved ? at : null), updateTarget);
  return {
    isMoved: () => isMoved,
    moveTo(point) {
      at = point;
      isMoved ||= distance(point, from) > holdTolerancePx;
      place();
      updateTarget();
    },
    drop() {
      // A drop target calls preventDefault on dragover.
      isDropped = isMoved && over !== null && !dispatch(over, 'dragover');
      if (isDropped) dispatch(over!, 'drop');
    },
    end() {
      stopScrolling();
      preview.remove();
      at = offScreen;
      if (over && !isDropped) dispatch(over, 'dragleave');
      dispatch(source, 'dragend');
    },
  };
}

/** The drag image under the finger. */
function createPreview(source: HTMLElement): HTMLElement {
  const preview = document.createElement('div');
  preview.className = 'calendar-dragged';
  preview.ariaHidden = 'true';
  preview.textContent = (source.querySelector('strong') ?? source).textContent;
  return preview;
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

function prevent(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
