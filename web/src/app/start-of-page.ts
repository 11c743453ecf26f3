// Whoever follows a link begins at the top of the new page, with the keyboard too.
import { useEffect, useRef } from 'react';

// The router tells of the first two under the names of what was called.
const moves = ['pushState', 'replaceState', 'popstate'];

/** Not for back and forward, where the browser shows what was seen before, nor for an address that is put right. */
export function useStartOfPage(pageName: string): void {
  const isLinkFollowed = useRef(false);
  useEffect(() => {
    const note = ({ type }: Event) => {
      isLinkFollowed.current = type === 'pushState';
    };
    // Before the router, which shows the page at once.
    for (const move of moves) window.addEventListener(move, note, true);
    return () => {
      for (const move of moves) window.removeEventListener(move, note, true);
    };
  }, []);
  useEffect(() => {
    if (!isLinkFollowed.current) return;
    isLinkFollowed.current = false;
    window.scrollTo(0, 0);
    const content = document.getElementById('content');
    // A field that asks for the keyboard itself keeps it.
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
  }, [pageName]);
}
