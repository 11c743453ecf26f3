// The frame around every page: a bar at the side on a wide screen, at the bottom on a phone.
import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'wouter';
import { onReachabilityChange, isServerReachable } from '../api/reachability.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { PageErrors } from '../parts/page-errors.tsx';
import { useIsPhone } from '../parts/screen-width.ts';
import { useWords } from '../words/words.ts';
import { AccountButton } from './account-button.tsx';
import { useLiveChanges } from './live.ts';
import { nameOfSession, useElsewhere, useMember } from './session.ts';
import { shellWords } from './shell-words.ts';
import './shell.css';
import { useScrollToTop } from './scroll-to-top.ts';
import { TestBar } from './test-bar.tsx';
import { TrayCount } from './tray-count.tsx';
import { useMayDecide } from './tray-counts.ts';

const AskNotifications = lazy(() => import('./ask-notifications.tsx'));
const OtherBrand = lazy(() => import('./other-brand.tsx'));

type PlaceName = 'leads' | 'jobs' | 'calendar' | 'customers' | 'tray' | 'overview' | 'settings';

const places: readonly { path: string; name: PlaceName; icon: IconName; isOnPhone: boolean }[] = [
  { path: '/leads', name: 'leads', icon: 'inbox', isOnPhone: true },
  { path: '/jobs', name: 'jobs', icon: 'hammer', isOnPhone: true },
  { path: '/calendar', name: 'calendar', icon: 'calendar', isOnPhone: true },
  { path: '/customers', name: 'customers', icon: 'people', isOnPhone: true },
  { path: '/tray', name: 'tray', icon: 'tray', isOnPhone: true },
  { path: '/overview', name: 'overview', icon: 'chart', isOnPhone: false },
  { path: '/settings', name: 'settings', icon: 'gear', isOnPhone: true },
];

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
        <AccountButton />
      </header>
      {!isPhone && navigation}
      <main id="content" className="shell-content" tabIndex={-1}>
        {(!online || !isReachable) && (
          <Alert color="yellow" mb="md" role="status">
            {say('offline')}
          </Alert>
        )}
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
  const mayDecide = useMayDecide();
  return (
    <nav className={isPhone ? 'bottom-bar' : 'side-bar'} aria-label={say('navigation')}>
      {places
        .filter(({ name, isOnPhone }) =>
          name === 'tray' && !mayDecide ? false : isOnPhone || !isPhone,
        )
        .map(({ path, name, icon }) => (
          <Link key={path} href={path} aria-current={address.startsWith(path) ? 'page' : undefined}>
            <Icon name={icon} size={isPhone ? 22 : undefined} />
            {say(name)}
            {name === 'tray' && <TrayCount />}
          </Link>
        ))}
    </nav>
  );
}
