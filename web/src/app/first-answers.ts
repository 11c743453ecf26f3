// What the first page needs is asked for before anything is drawn: most people see their leads at once, and no page
// that waits.
import { keepSession, readSession } from '../api/session-store.ts';
import { readLeadsAhead } from '../pages/leads/leads-data.ts';
import { readWho } from './who.ts';

// Drawing what waits, and then the page, takes longer than waiting this long.
const momentMs = 150;

export interface FirstAnswers {
  /** Who is signed in is known, or that nobody is. */
  isWhoKnown: boolean;
  /** Fails when the service does not say. */
  who: Promise<void>;
}

/** Waits a moment and not longer, whatever becomes of it. */
export async function askFirst(): Promise<FirstAnswers> {
  let isWhoKnown = false;
  const learnWho = async () => {
    keepSession(await readWho());
    isWhoKnown = true;
  };
  const who = learnWho();
  const moment = new Promise<void>((resolve) => setTimeout(resolve, momentMs));
  // Their errors are shown by the page, which asks again.
  await Promise.race([who.then(readPageAhead).catch(() => {}), moment]);
  return { isWhoKnown, who };
}

async function readPageAhead(): Promise<void> {
  if (!readSession()) return;
  // From there the way leads to the leads, without any filter.
  if (location.pathname === '/') await readLeadsAhead(new URLSearchParams());
  if (location.pathname === '/leads') await readLeadsAhead(new URLSearchParams(location.search));
}
