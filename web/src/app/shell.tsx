// The frame around every page: a bar at the side on a wide screen, at the bottom on a phone.
import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { onReachabilityChange, isServerReachable } from '../api/reachability.ts';
import { leadsHref } from '../pages/leads/lead-filters.ts';
import { Icon } from '../parts/icon.tsx';
import { PageErrors } from '../parts/page-errors.tsx';
import { useIsPhone } from '../parts/screen-width.ts';
import { useWords } from '../words/words.ts';
import { AccountButton } from './account-button.tsx';
import { useLiveChanges } from './live.ts';
import { places } from './places.ts';
import { Shortcuts } from './search/shortcuts.tsx';
import { nameOfSession, useElsewhere, useMember } from './session.ts';
import { shellWords } from './shell-words.ts';
import './shell.css';
import { useScrollToTop } from './scroll-to-top.ts';
import { TestBar } from './test-bar.tsx';
import { TrayCount } from './tray-count.tsx';
import { useMayDecide } from './tray-counts.ts';

const AskNotifications = lazy(() => import('./ask-notifications.tsx'));
const OutboxBar = lazy(() => import('./outbox/outbox-bar.tsx'));
const OtherBrand = lazy(() => import('./other-brand.tsx'));

interface ShellProps {
  pageName: string;
  children: ReactNode;
}

export function Shell({ pageName, children }: ShellProps): ReactNode {
  const session = useMember();
  const { brand } = session;
  const say = useWords(shellWords);
  const isPhone = useIsPhone();
  const { online } = useNetwork();
  const isReachable = useSyncExternalStore(onReachabilityChange, isServerReachable);
  const elsewhere = useElsewhere();
  useLiveChanges(elsewhere ? null : nameOfSession(session));
  useScrollToTop(pageName);
  const navigation = <Navigation isPhone={isPhone} />;

  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {say('skip')}
      </a>
      {brand.isTest && <TestBar />}
      <header className="shell-header">
        <span className="shell-brand">{brand.name}</span>
        <Shortcuts />
        <AccountButton />
      </header>
      {!isPhone && navigation}
      <main id="content" className="shell-content" tabIndex={-1}>
        {(!online || !isReachable) && (
          <Alert color="yellow" mb="md" p="xs" role="status">
            {say('offline')}
          </Alert>
        )}
        <Suspense>
          <OutboxBar />
        </Suspense>
        {pageName === '/leads' && !brand.isTest && (
          <Suspense>
            <AskNotifications />
          </Suspense>
        )}
        {children}
      </main>
      {isPhone && navigation}
      {elsewhere && (
        <PageErrors>
          <Suspense>
            <OtherBrand elsewhere={elsewhere} />
          </Suspense>
        </PageErrors>
      )}
    </div>
  );
}

function Navigation({ isPhone }: { isPhone: boolean }): ReactNode {
  const say = useWords(shellWords);
  const [address] = useLocation();
  // The view of the leads is part of it.
  useSearch();
  const mayDecide = useMayDecide();
  return (
    <nav className={isPhone ? 'bottom-bar' : 'side-bar'} aria-label={say('navigation')}>
      {places
        .filter(({ name, isOnPhone }) =>
          name === 'tray' && !mayDecide ? false : isOnPhone || !isPhone,
        )
        .map(({ path, name, icon }) => (
          <Link
            key={path}
            href={name === 'leads' ? leadsHref() : path}
            aria-current={address.startsWith(path) ? 'page' : undefined}
          >
            <Icon name={icon} size={isPhone ? 22 : undefined} />
            {say(name)}
            {name === 'tray' && <TrayCount />}
          </Link>
        ))}
    </nav>
  );
}
