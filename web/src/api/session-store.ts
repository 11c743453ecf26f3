// Who is signed in, for the parts that are not React.
import type { Session } from './session.ts';

let session: Session | null = null;
// The browser has one session for all of its windows: another one may have gone on with another brand.
let elsewhere: Session | null = null;
const listeners = new Set<() => void>();

export function currentBrandId(): string | null {
  return session?.brand.id ?? null;
}

export function readSession(): Session | null {
  return session;
}

export function keepSession(next: Session | null): void {
  session = next;
  elsewhere = null;
  tell();
}

/** The session as another window has made it; null while this window shows what the session is in. */
export function readElsewhere(): Session | null {
  return elsewhere;
}

export function keepElsewhere(next: Session): void {
  elsewhere = next;
  tell();
}

/** The service no longer knows this session. */
export function signedOut(): void {
  if (session) keepSession(null);
}

const refusalListeners = new Set<() => void>();

/** The service no longer takes this window's brand for the one that the session is in. */
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

function tell(): void {
  for (const listener of listeners) listener();
}
