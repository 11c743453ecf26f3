// Long lists are rendered in blocks. A block far from the screen is an empty box of its height, so
// that ten thousand rows cost no more than those in view. An IntersectionObserver does it without a
// library, whatever the height of each row.
import { type RefObject, useEffect, useRef, useState } from 'react';

// Also how far ahead the next page of a list is fetched.
const nearScreenPx = 800;

export function blocksOf<T>(items: readonly T[], size: number): T[][] {
  const blocks: T[][] = [];
  for (let from = 0; from < items.length; from += size) {
    blocks.push(items.slice(from, from + size));
  }
  return blocks;
}

interface Block<E extends HTMLElement> {
  ref: RefObject<E | null>;
  /** The height of the empty box; null while the rows are rendered. */
  emptyPx: number | null;
}

/** `estimatedPx` is the height before the first rendering; 0 renders the block immediately. */
export function useBlock<E extends HTMLElement>(estimatedPx: number): Block<E> {
  const ref = useRef<E>(null);
  const [emptyPx, setEmptyPx] = useState(estimatedPx || null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    return onNearScreen(element, (isNear) => {
      if (isNear) setEmptyPx(null);
      else if (!isInUse(element)) setEmptyPx(element.offsetHeight);
    });
  }, []);
  return { ref, emptyPx };
}

/** Relative to the column that scrolls, or else to the window. */
export function onNearScreen(element: Element, notify: (isNear: boolean) => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => notify(entries.at(-1)?.isIntersecting ?? false),
    { root: element.closest('.board-scroll'), rootMargin: `${nearScreenPx}px 0px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/** Removing the focused or dragged row would interrupt the user. */
function isInUse(element: Element): boolean {
  return (
    element.contains(document.activeElement) || element.querySelector('[data-dragged]') !== null
  );
}
