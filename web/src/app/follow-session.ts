// What one person saw in one brand is not for the next: however a session ends or becomes another one, all of it goes.
// The words are those of whoever is signed in.
import { onBrandRefused, onSession, readSession } from '../api/session-store.ts';
import { browserLanguage } from '../words/browser-language.ts';
import { speak } from '../words/speak.ts';
import { forgetOffline, keepSessionOffline } from './offline.ts';
import { queries } from './queries.ts';
import { nameOfSession } from './session.ts';
import { askAgain } from './who.ts';

/** To be called before anything is shown: what listens later finds nothing of the session before. */
export function followSession(): void {
  onBrandRefused(() => void askAgain().catch(() => {}));
  let known: string | null = null;
  speak(browserLanguage());
  onSession(() => {
    const session = readSession();
    speak(session?.account.language ?? browserLanguage());
    const next = session && nameOfSession(session);
    if (next === known) return;
    queries.clear();
    if (known !== null) forgetOffline();
    known = next;
    if (next !== null) void keepSessionOffline();
  });
}
