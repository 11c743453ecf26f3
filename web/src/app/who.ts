// Who is signed in, as the service has it.
import { AuthenticationError, ScopeError } from '../../../sdk/src/index.ts';
import { app } from '../api/client.ts';
import type { Session } from '../api/session.ts';
import { keepElsewhere, keepSession, readSession } from '../api/session-store.ts';

/** Nobody is signed in when the service says so, not when it says nothing. */
export async function readWho(): Promise<Session | null> {
  try {
    return await app.get<Session>('/session');
  } catch (error) {
    if (error instanceof AuthenticationError || error instanceof ScopeError) return null;
    throw error;
  }
}

let asking: Promise<void> | null = null;

/** To be called when the session may have changed: by another window, or by an owner who changed the role. */
export function askAgain(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<void> {
  const here = readSession();
  const session = await app.readSessionAnew();
  // This window may have switched, or signed out, in the meantime: then this is the session of before.
  if (!here || readSession() !== here) return;
  if (session.brand.id === here.brand.id) keepSession(session);
  else keepElsewhere(session);
}
