// Remembers how a list was left: its search, filters and scroll positions. The link back restores them.
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useSearch } from 'wouter';
import { readSession } from '../api/session-store.ts';
import { lastNavigation } from './last-navigation.ts';
import { nameOfSession } from './session.ts';

interface LeftList {
  search: string;
  scrolls: [left: number, top: number][];
}

// By session, brand and path: the next person at this device must not see what was searched for.
const leftLists = new Map<string, LeftList>();

const listPaths = new Set(['/leads', '/jobs', '/customers', '/tray']);

/** In `history.state` of a page that was opened by a link back. */
export const isBack = 'back';

// Reading more of a long list may take a few frames.
const framesMax = 60;

/** The list as it was left. */
export function leftListHref(path: string): string {
  const search = leftLists.get(nameOfList(path))?.search;
  return search ? `${path}?${search}` : path;
}

/** Rendered before the page, so that on leaving it still finds the page's elements. */
export function KeptList({ path }: { path: string }): ReactNode {
  const search = useSearch();
  const shown = useRef(search);
  useLayoutEffect(() => {
    shown.current = search;
  }, [search]);
  useLayoutEffect(() => {
    if (!listPaths.has(path)) return undefined;
    const isReturn = history.state === isBack || lastNavigation() === 'popstate';
    // Of the session in which the list is shown, which has ended when a person signs out.
    const name = nameOfList(path);
    const left = leftLists.get(name);
    const stop =
      isReturn && left?.search === location.search.slice(1) ? restore(left.scrolls) : undefined;
    return () => {
      stop?.();
      leftLists.set(name, { search: shown.current, scrolls: scrollsNow() });
    };
  }, [path]);
  return null;
}

function nameOfList(path: string): string {
  const session = readSession();
  return `${session ? nameOfSession(session) : ''} ${path}`;
}

/** The page itself, the board, and each of its columns. */
function scrollers(): Element[] {
  return [document.documentElement, ...document.querySelectorAll('.board, .board-scroll')];
}

function scrollsNow(): LeftList['scrolls'] {
  return scrollers().map(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
}

/** Tries again on each frame until everything is long enough to scroll there. */
function restore(scrolls: LeftList['scrolls']): () => void {
  let frame = 0;
  let framesLeft = framesMax;
  const scroll = () => {
    const found = scrollers();
    const isThere = scrolls.every(([left, top], index) => {
      const one = found[index];
      if (!one) return false;
      one.scrollTo({ left, top, behavior: 'instant' });
      return Math.abs(one.scrollTop - top) < 1 && Math.abs(one.scrollLeft - left) < 1;
    });
    framesLeft -= 1;
    if (!isThere && framesLeft > 0) frame = requestAnimationFrame(scroll);
  };
  const listening = new AbortController();
  const stop = () => {
    cancelAnimationFrame(frame);
    listening.abort();
  };
  // Whoever scrolls by hand is there.
  addEventListener('wheel', stop, { signal: listening.signal, passive: true });
  addEventListener('touchstart', stop, { signal: listening.signal, passive: true });
  scroll();
  return stop;
}
