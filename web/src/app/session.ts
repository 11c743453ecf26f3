// Who is signed in, for the parts that are React.
import { useSyncExternalStore } from 'react';
import type { Session } from '../api/session.ts';
import { onSession, readElsewhere, readSession } from '../api/session-store.ts';

/** One person in one brand. */
export function nameOfSession({ sessionId, brand }: Session): string {
  return `${sessionId} ${brand.id}`;
}

export function useSession(): Session | null {
  return useSyncExternalStore(onSession, readSession);
}

/** What another window has made of the session; null while it is what this one shows. */
export function useElsewhere(): Session | null {
  return useSyncExternalStore(onSession, readElsewhere);
}

/** For pages that are shown to members only. */
export function useMember(): Session {
  const session = useSession();
  if (!session) throw new Error('this page needs somebody signed in');
  return session;
}
