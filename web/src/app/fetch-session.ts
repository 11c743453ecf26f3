// Fetches the session from the server.
import { AuthenticationError, ScopeError } from '../../../sdk/src/index.ts';
import { app } from '../api/client.ts';
import type { Session } from '../api/session.ts';
import { setElsewhere, setSession, readSession } from '../api/session-store.ts';

/** Null when the server says that nobody is signed in; throws when it cannot be reached. */
export async function fetchSession(): Promise<Session | null> {
  try {
    return await app.get<Session>('/session');
  } catch (error) {
    if (error instanceof AuthenticationError || error instanceof ScopeError) return null;
    throw error;
  }
}

let pending: Promise<void> | null = null;

/** Call when another window, or an owner, may have changed the session. */
export function refreshSession(): Promise<void> {
  pending ??= refresh().finally(() => {
    pending = null;
  });
  return pending;
}

async function refresh(): Promise<void> {
  const before = readSession();
  const session = await app.readUncachedSession();
  // Stale if this window switched brands or signed out in the meantime.
  if (!before || readSession() !== before) return;
  if (session.brand.id === before.brand.id) setSession(session);
  else setElsewhere(session);
}
