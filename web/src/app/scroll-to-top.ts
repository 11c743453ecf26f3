// Following a link scrolls to the top of the new page and moves the focus there.
import { useEffect, useRef } from 'react';
import { isBack } from './kept-lists.tsx';
import { lastNavigation } from './last-navigation.ts';

/** Not on back and forward, where the browser restores the scroll position, nor on a redirect. */
export function useScrollToTop(pageName: string): void {
  const shown = useRef(pageName);
  useEffect(() => {
    if (shown.current === pageName) return;
    shown.current = pageName;
    if (lastNavigation() !== 'pushState') return;
    // A link back to a list restores its scroll position.
    if (history.state !== isBack) window.scrollTo(0, 0);
    const content = document.getElementById('content');
    // Do not steal the focus from an autofocused field.
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
  }, [pageName]);
}
