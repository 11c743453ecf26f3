// Who is signed in, for the parts that are not React.
import type { Session } from './session.ts';

let session: Session | null = null;
const listeners = new Set<() => void>();

export function currentBrandId(): string | null {
  return session?.brand.id ?? null;
}

export function readSession(): Session | null {
  return session;
}

export function keepSession(next: Session | null): void {
  session = next;
  for (const listener of listeners) listener();
}

/** The service no longer knows this session. */
export function signedOut(): void {
  if (session) keepSession(null);
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
