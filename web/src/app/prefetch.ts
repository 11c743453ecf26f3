// Fetches the session and the leads before the first render, so that most people see their leads
// without a loading page.
import { setSession, readSession } from '../api/session-store.ts';
import { leadsHref } from '../pages/leads/lead-filters.ts';
import { prefetchLeads } from '../pages/leads/leads-data.ts';
import { fetchSession } from './fetch-session.ts';

// Rendering a loading page first and then the real one takes longer than this.
const waitMs = 150;

export interface Prefetched {
  /** Also true when nobody is signed in. */
  isSessionKnown: boolean;
  /** Rejects when the server does not answer. */
  session: Promise<void>;
}

/** Resolves after `waitMs` at the latest. */
export async function prefetchFirstPage(): Promise<Prefetched> {
  let isSessionKnown = false;
  const loadSession = async () => {
    setSession(await fetchSession());
    isSessionKnown = true;
  };
  const session = loadSession();
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, waitMs));
  // The page fetches again and shows the errors.
  await Promise.race([session.then(prefetchPage).catch(() => {}), timeout]);
  return { isSessionKnown, session };
}

async function prefetchPage(): Promise<void> {
  if (!readSession()) return;
  // `/` redirects there.
  if (location.pathname === '/') {
    await prefetchLeads(new URLSearchParams(leadsHref().split('?')[1]));
  }
  if (location.pathname === '/leads') await prefetchLeads(new URLSearchParams(location.search));
}
