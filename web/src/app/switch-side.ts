// Switches between the live side and the test side of the brand.
import { app } from '../api/client.ts';
import { readSession, setSession } from '../api/session-store.ts';
import { showError } from '../parts/show-error.tsx';

/** Returns whether the session is on that side now. */
export async function switchSide({ isTest }: { isTest: boolean }): Promise<boolean> {
  const session = readSession();
  if (!session) return false;
  try {
    setSession(await app.switchBrand(session.brand.liveId, isTest));
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}
