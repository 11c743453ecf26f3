// Fetches the session and the leads before the first render, so that most people see their leads
// without a loading page.
import { setSession, readSession } from '../api/session-store.ts';
import { leadsHref } from '../pages/leads/lead-filters.ts';
import { prefetchLeads } from '../pages/leads/leads-data.ts';
import { fetchSession } from './fetch-session.ts';

export interface Prefetched {
  /** Also true when nobody is signed in. */
  isSessionKnown(): boolean;
  /** Rejects when the server does not answer. */
  session: Promise<void>;
  /** The page fetches again what could not be fetched, and shows the errors. */
  page: Promise<void>;
}

export function prefetchFirstPage(): Prefetched {
  let isSessionKnown = false;
  const loadSession = async () => {
    setSession(await fetchSession());
    isSessionKnown = true;
  };
  const session = loadSession();
  const page = session.then(prefetchPage).catch(() => {});
  return { isSessionKnown: () => isSessionKnown, session, page };
}

async function prefetchPage(): Promise<void> {
  if (!readSession()) return;
  // `/` redirects there.
  if (location.pathname === '/') {
    await prefetchLeads(new URLSearchParams(leadsHref().split('?')[1]));
  }
  if (location.pathname === '/leads') await prefetchLeads(new URLSearchParams(location.search));
}
