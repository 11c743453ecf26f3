// The routes. Every page but the leads is loaded on its first visit.
import { Center, Loader } from '@mantine/core';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { leadsHref } from '../pages/leads/lead-filters.ts';
import { Page as Leads } from '../pages/leads/leads.tsx';
import { PageErrors } from '../parts/page-errors.tsx';
import { InBrandOfAddress } from './brand-of-address.tsx';
import { KeptList } from './kept-lists.tsx';
import { nameOfSession, useSession } from './session.ts';
import { Shell } from './shell.tsx';

interface PageModule {
  Page: ComponentType;
}

function page(load: () => Promise<PageModule>): ComponentType {
  return lazy(async () => ({ default: (await load()).Page }));
}

// Shared, so that the page keeps its state when a lead becomes a job.
const Item = page(() => import('../pages/work-item/work-item.tsx'));

const NotFound = page(() => import('../pages/not-found.tsx'));

/** Without a session. */
const open: Record<string, ComponentType> = {
  '/sign-in': page(() => import('../pages/sign-in/sign-in.tsx')),
  '/forgot': page(() => import('../pages/sign-in/forgot.tsx')),
  '/welcome/:token': page(() => import('../pages/sign-in/welcome.tsx')),
};

/** For members. */
const closed: Record<string, ComponentType> = {
  // In the main bundle: most people land here.
  '/leads': Leads,
  '/leads/:id': Item,
  '/jobs': page(() => import('../pages/jobs/jobs.tsx')),
  '/jobs/:id': Item,
  '/today': page(() => import('../pages/today/today.tsx')),
  '/calendar': page(() => import('../pages/calendar/calendar.tsx')),
  '/customers': page(() => import('../pages/customers/customers.tsx')),
  '/customers/duplicates': page(() => import('../pages/customers/duplicates.tsx')),
  '/customers/:id': page(() => import('../pages/customers/customer.tsx')),
  '/tray': page(() => import('../pages/tray/tray.tsx')),
  '/overview': page(() => import('../pages/overview/overview.tsx')),
  '/settings': page(() => import('../pages/settings/settings.tsx')),
  '/settings/:part/:id?': page(() => import('../pages/settings/settings.tsx')),
};

export function PageOfAddress(): ReactNode {
  return (
    <PageErrors isAlone>
      <Suspense fallback={<Loading />}>
        <OpenOrClosed />
      </Suspense>
    </PageErrors>
  );
}

function OpenOrClosed(): ReactNode {
  const session = useSession();
  const [address] = useLocation();
  const pageName = nameOfPage(address);
  return (
    <Switch>
      {Object.entries(open).map(([path, Page]) => (
        <Route key={path} path={path}>
          {session && path === '/sign-in' ? (
            <Redirect to={addressAfterSignIn()} replace />
          ) : (
            <Page />
          )}
        </Route>
      ))}
      <Route>
        {session ? (
          <InBrandOfAddress>
            <Shell key={nameOfSession(session)} pageName={pageName}>
              <PageErrors key={pageName}>
                <KeptList path={pageName} />
                <Suspense fallback={<Loading />}>
                  <ClosedPages />
                </Suspense>
              </PageErrors>
            </Shell>
          </InBrandOfAddress>
        ) : (
          <Redirect to={signInFor(address + location.search)} replace />
        )}
      </Route>
    </Switch>
  );
}

function ClosedPages(): ReactNode {
  return (
    <Switch>
      {Object.entries(closed).map(([path, Page]) => (
        <Route key={nameOfPage(path)} path={path}>
          <Page />
        </Route>
      ))}
      <Route path="/">
        <Redirect to={leadsHref()} replace />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

/** Routes with the same name are the same page and keep its state. */
function nameOfPage(address: string): string {
  return address.replace(/^\/(leads|jobs)\//, '/items/');
}

function signInFor(address: string): string {
  return `/sign-in?to=${encodeURIComponent(address)}`;
}

/** Only a path of this app, to prevent an open redirect. */
function addressAfterSignIn(): string {
  const asked = new URLSearchParams(location.search).get('to') ?? '';
  return /^\/[a-z][\w/-]*(\?[\w%&=+.*-]*)?$/.test(asked) && !asked.startsWith('/sign-in')
    ? asked
    : leadsHref();
}

function Loading(): ReactNode {
  return (
    <Center h="60dvh">
      <Loader />
    </Center>
  );
}
