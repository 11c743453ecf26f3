// Following a link scrolls to the top of the new page and moves the focus there.
import { useEffect, useRef } from 'react';

// wouter dispatches the first two as events named after the history methods.
const navigationEvents = ['pushState', 'replaceState', 'popstate'];

/** Not on back and forward, where the browser restores the scroll position, nor on a redirect. */
export function useScrollToTop(pageName: string): void {
  const isLinkFollowed = useRef(false);
  useEffect(() => {
    const note = ({ type }: Event) => {
      isLinkFollowed.current = type === 'pushState';
    };
    // In the capture phase, before the router renders the page.
    for (const name of navigationEvents) window.addEventListener(name, note, true);
    return () => {
      for (const name of navigationEvents) window.removeEventListener(name, note, true);
    };
  }, []);
  useEffect(() => {
    if (!isLinkFollowed.current) return;
    isLinkFollowed.current = false;
    window.scrollTo(0, 0);
    const content = document.getElementById('content');
    // Do not steal the focus from an autofocused field.
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
  }, [pageName]);
}
