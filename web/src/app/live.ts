// Live updates: server-sent events tell which queries to refetch.
import { useEffect, useRef } from 'react';
import { isServerReachable } from '../api/reachability.ts';
import type { Role } from '../api/session.ts';
import { readSession } from '../api/session-store.ts';
import { createRefetchQueue } from './refetch-queue.ts';
import { invalidate } from './queries.ts';
import { refreshSession } from './fetch-session.ts';

// EventSource reconnects by itself after a broken connection, but never after an error status.
const retryMs = 5_000;
const retryMsMax = 80_000;

interface Changed {
  type: string;
}

interface Hello {
  /** False after a gap that was too long to replay. */
  isComplete: boolean;
  /** The session's brand at the time the stream was opened. */
  brandId: string;
  role: Role;
}

interface Bye {
  reason: 'closing' | 'signed_out' | 'replaced';
}

/**
 * Opens a stream in visible windows only: a browser has few connections for all of its windows.
 * Pass null while the session is in another brand.
 */
export function useLiveChanges(sessionName: string | null): void {
  const wasAway = useRef(false);
  useEffect(() => {
    const isBack = wasAway.current;
    wasAway.current = sessionName === null;
    if (sessionName === null) return;
    // This window got no events in the meantime, and its requests were refused.
    if (isBack) void invalidate();
    const queue = createRefetchQueue();
    let stream: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = retryMs;
    let isStopped = false;
    // The page's data includes everything up to this event.
    let seen = readSession()?.eventsUpTo ?? 0;
    const close = () => {
      clearTimeout(timer);
      stream?.close();
      stream = null;
    };
    const openLater = () => {
      timer = setTimeout(open, waitMs);
      waitMs = Math.min(waitMs * 2, retryMsMax);
    };
    const open = () => {
      if (stream || isStopped || document.hidden) return;
      clearTimeout(timer);
      const opened = new EventSource(`/v1/app/stream?after=${seen}`);
      stream = opened;
      const on = <T>(name: string, act: (data: T) => void) =>
        opened.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
          if (lastEventId !== '') seen = Number(lastEventId);
          act(JSON.parse(data) as T);
        });
      on<Changed>('changed', ({ type }) => queue.add(type));
      on<Hello>('hello', (hello) => {
        waitMs = retryMs;
        if (!isOfThisWindow(hello)) refreshSession().catch(() => {});
        // Data from the service worker's cache may be stale.
        if (!hello.isComplete || !isServerReachable()) void invalidate();
      });
      on<Bye>('bye', ({ reason }) => {
        if (reason === 'closing') return;
        close();
        // Also sent when the brand or the role changed.
        if (reason === 'signed_out') refreshSession().then(open, openLater);
        // When another window replaced it, the stream reopens once this window is visible again.
      });
      opened.addEventListener('error', () => {
        if (opened.readyState !== EventSource.CLOSED) return;
        close();
        openLater();
        // Detects whether the session has ended.
        refreshSession().catch(() => {});
      });
    };
    const update = () => (document.hidden ? close() : open());
    document.addEventListener('visibilitychange', update);
    window.addEventListener('focus', update);
    open();
    return () => {
      isStopped = true;
      document.removeEventListener('visibilitychange', update);
      window.removeEventListener('focus', update);
      queue.stop();
      close();
    };
  }, [sessionName]);
}

function isOfThisWindow({ brandId, role }: Hello): boolean {
  const session = readSession();
  return session?.brand.id === brandId && session.role === role;
}
