// The current session, for code outside React; app/session.ts has the hooks.
import type { Session } from './session.ts';

let session: Session | null = null;
// All windows share one session cookie: another window may have switched to another brand.
let elsewhere: Session | null = null;
const listeners = new Set<() => void>();

export function readSession(): Session | null {
  return session;
}

export function setSession(next: Session | null): void {
  session = next;
  elsewhere = null;
  notify();
}

/** The session as another window changed it; null while it is in this window's brand. */
export function readElsewhere(): Session | null {
  return elsewhere;
}

export function setElsewhere(next: Session): void {
  elsewhere = next;
  notify();
}

/** The server no longer accepts this session. */
export function signedOut(): void {
  if (session) setSession(null);
}

const refusalListeners = new Set<() => void>();

/** The server refused a request because the session is in another brand. */
export function brandRefused(): void {
  for (const listener of refusalListeners) listener();
}

export function onBrandRefused(listener: () => void): void {
  refusalListeners.add(listener);
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
