// Hooks for the current session.
import { useSyncExternalStore } from 'react';
import type { Session, SessionBrand } from '../api/session.ts';
import { onSession, readElsewhere, readSession } from '../api/session-store.ts';

/** Identifies one session in one brand. */
export function nameOfSession({ sessionId, brand }: Session): string {
  return `${sessionId} ${brand.id}`;
}

/** Null while nobody is signed in. */
export function currentSessionName(): string | null {
  const session = readSession();
  return session && nameOfSession(session);
}

/** Tells the two sides of a brand apart, in both languages. */
export function titleOfBrand({ name, isTest }: SessionBrand): string {
  return isTest ? `${name} (test)` : name;
}

export function useSession(): Session | null {
  return useSyncExternalStore(onSession, readSession);
}

/** The session as another window changed it; null while it is in this window's brand. */
export function useElsewhere(): Session | null {
  return useSyncExternalStore(onSession, readElsewhere);
}

/** For pages that are shown to members only. */
export function useMember(): Session {
  const session = useSession();
  if (!session) throw new Error('this page needs a session');
  return session;
}
