// Clears all that is in memory, and notices, when the session ends or changes: the next person or brand must not see it.
// Also activates the language of the signed-in account.
import { notifications } from '@mantine/notifications';
import { onBrandRefused, onSession, readSession } from '../api/session-store.ts';
import { browserLanguage } from '../words/browser-language.ts';
import { activateLanguage } from '../words/activate-language.ts';
import { clearOfflineCache, cacheSession, closeNotifications } from './offline.ts';
import { emptyState, setOutbox } from './outbox/outbox-state.ts';
import { queries } from './queries.ts';
import { currentSessionName } from './session.ts';
import { refreshSession } from './fetch-session.ts';
import { endOthersNotifications } from './subscriber.ts';

/** Call before the first render, so that later listeners run after the caches are cleared. */
export function followSession(): void {
  onBrandRefused(() => void refreshSession().catch(() => {}));
  let known: string | null = null;
  let accountId: string | undefined;
  const follow = () => {
    const session = readSession();
    activateLanguage(session?.account.language ?? browserLanguage());
    const next = currentSessionName();
    if (next === known) return;
    if (known !== null) {
      queries.clear();
      setOutbox(emptyState);
      clearOfflineCache();
      // An Undo would act in the next session.
      notifications.clean();
      if (session?.account.id !== accountId) void closeNotifications().catch(() => {});
    }
    known = next;
    accountId = session?.account.id;
    if (next === null) return;
    void cacheSession();
    void endOthersNotifications();
  };
  // The session may be there already, and its first leads with it.
  follow();
  onSession(follow);
}
