// What others do appears by itself: the service tells of each event, and what shows it is read again.
import { useEffect, useRef } from 'react';
import { readIsReached } from '../api/reach.ts';
import type { Role } from '../api/session.ts';
import { readSession } from '../api/session-store.ts';
import { gatherLooks } from './gather-looks.ts';
import { readAgain } from './queries.ts';
import { askAgain } from './who.ts';

// A browser opens a stream again that broke, and never one that was refused.
const openAgainMs = 5_000;
const openAgainMsMax = 80_000;

interface Changed {
  type: string;
}

interface Hello {
  /** False after a gap that was too long: nobody knows what was missed. */
  isComplete: boolean;
  /** Which the stream is of: the browser opens it with the session as it is by then. */
  brandId: string;
  role: Role;
}

interface Bye {
  reason: 'closing' | 'signed_out' | 'replaced';
}

/**
 * Only windows that are looked at have a stream: a browser has few connections for all of its windows. Null for no
 * stream at all, while the session is in another brand.
 */
export function useLiveChanges(sessionName: string | null): void {
  const wasAway = useRef(false);
  useEffect(() => {
    const isBack = wasAway.current;
    wasAway.current = sessionName === null;
    if (sessionName === null) return;
    // Nobody told this window what happened meanwhile, and what it asked for was refused.
    if (isBack) void readAgain();
    const looks = gatherLooks();
    let stream: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = openAgainMs;
    let isOver = false;
    // What is on the page was read after this event, or has been read again since.
    let seen = readSession()?.eventsUpTo ?? 0;
    const close = () => {
      clearTimeout(timer);
      stream?.close();
      stream = null;
    };
    const openLater = () => {
      timer = setTimeout(open, waitMs);
      waitMs = Math.min(waitMs * 2, openAgainMsMax);
    };
    const open = () => {
      if (stream || isOver || document.hidden) return;
      clearTimeout(timer);
      const opened = new EventSource(`/v1/app/stream?after=${seen}`);
      stream = opened;
      const heed = <T>(name: string, act: (data: T) => void) =>
        opened.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
          if (lastEventId !== '') seen = Number(lastEventId);
          act(JSON.parse(data) as T);
        });
      heed<Changed>('changed', ({ type }) => looks.add(type));
      heed<Hello>('hello', (hello) => {
        waitMs = openAgainMs;
        if (!isOfThisWindow(hello)) askAgain().catch(() => {});
        // What the service worker had kept was old already.
        if (!hello.isComplete || !readIsReached()) void readAgain();
      });
      heed<Bye>('bye', ({ reason }) => {
        if (reason === 'closing') return;
        close();
        // Signed out, to another brand or with another role: the stream ends in any case.
        if (reason === 'signed_out') askAgain().then(open, openLater);
        // Replaced by another window: this one takes the place back when it is looked at again.
      });
      opened.addEventListener('error', () => {
        if (opened.readyState !== EventSource.CLOSED) return;
        close();
        openLater();
        // Who is signed out learns it by the answer.
        askAgain().catch(() => {});
      });
    };
    const look = () => (document.hidden ? close() : open());
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    open();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
      looks.stop();
      close();
    };
  }, [sessionName]);
}

function isOfThisWindow({ brandId, role }: Hello): boolean {
  const session = readSession();
  return session?.brand.id === brandId && session.role === role;
}
