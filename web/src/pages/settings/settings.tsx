// The settings: a menu of sections, loaded on demand.
import { Alert, Box, Center, Loader, NavLink, Stack, Text } from '@mantine/core';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Link, useParams } from 'wouter';
import { useMember } from '../../app/session.ts';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { NotForYou } from '../../parts/not-for-you.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useIsNarrow } from '../../parts/screen-width.ts';
import { useWords } from '../../words/words.ts';
import { Page as NotFound } from '../not-found.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import './settings.css';
import { settingsWords } from './settings-words.ts';

interface Part {
  group: 'business' | 'connections' | 'you';
  icon: IconName;
  isForOwners: boolean;
  /** Both sides of the brand have the same ones. */
  isShared?: true;
  /** Whether it has subpages. */
  hasRecords?: true;
  Content: ComponentType;
}

const parts = {
  brand: {
    group: 'business',
    icon: 'hammer',
    isForOwners: true,
    isShared: true,
    Content: lazy(() => import('./brand/brand.tsx')),
  },
  members: {
    group: 'business',
    icon: 'people',
    isForOwners: true,
    isShared: true,
    Content: lazy(() => import('./members/members.tsx')),
  },
  'customer-mails': {
    group: 'business',
    icon: 'mail',
    isForOwners: true,
    isShared: true,
    Content: lazy(() => import('./customer-mails/customer-mails.tsx')),
  },
  calendar: {
    group: 'business',
    icon: 'calendar',
    isForOwners: false,
    Content: lazy(() => import('./calendar/calendar-links.tsx')),
  },
  import: {
    group: 'business',
    icon: 'upload',
    isForOwners: true,
    hasRecords: true,
    Content: lazy(() => import('./import/import.tsx')),
  },
  export: {
    group: 'business',
    icon: 'download',
    isForOwners: true,
    Content: lazy(() => import('./export/export.tsx')),
  },
  channels: {
    group: 'connections',
    icon: 'inbox',
    isForOwners: true,
    hasRecords: true,
    Content: lazy(() => import('./channels/channels.tsx')),
  },
  keys: {
    group: 'connections',
    icon: 'key',
    isForOwners: true,
    hasRecords: true,
    Content: lazy(() => import('./keys/keys.tsx')),
  },
  webhooks: {
    group: 'connections',
    icon: 'link',
    isForOwners: true,
    hasRecords: true,
    Content: lazy(() => import('./webhooks/webhooks.tsx')),
  },
  requests: {
    group: 'connections',
    icon: 'list',
    isForOwners: true,
    hasRecords: true,
    Content: lazy(() => import('./requests/requests.tsx')),
  },
  test: {
    group: 'connections',
    icon: 'repeat',
    isForOwners: true,
    Content: lazy(() => import('./test/test-side.tsx')),
  },
  notifications: {
    group: 'you',
    icon: 'bell',
    isForOwners: false,
    isShared: true,
    Content: lazy(() => import('./notifications/notifications.tsx')),
  },
  account: {
    group: 'you',
    icon: 'person',
    isForOwners: false,
    Content: lazy(() => import('./account/account.tsx')),
  },
} as const satisfies Record<string, Part>;

type PartName = keyof typeof parts;

const groups = ['business', 'connections', 'you'] as const;

export function Page(): ReactNode {
  const { part: asked, id } = useParams<{ part?: string; id?: string }>();
  const { role, brand } = useMember();
  const say = useWords(settingsWords);
  const isNarrow = useIsNarrow();
  const names = (Object.keys(parts) as PartName[]).filter(
    (name) => role === 'owner' || !parts[name].isForOwners,
  );
  const chosen = names.find((name) => name === asked);
  if (asked !== undefined && !chosen) {
    // A section for owners exists, but not for this member.
    return Object.hasOwn(parts, asked) ? <NotForYou /> : <NotFound />;
  }
  if (chosen && id !== undefined && !('hasRecords' in parts[chosen])) return <NotFound />;

  if (isNarrow && !chosen) {
    return (
      <>
        <PageTitle title={say('title')} />
        <PartMenu names={names} hasHints />
      </>
    );
  }
  const shown = chosen ?? names[0]!;
  const { Content } = parts[shown];
  return (
    <div className="settings-frame">
      {!isNarrow && <PartMenu names={names} shown={shown} />}
      {/* Subpages have their own link back. */}
      {isNarrow && id === undefined && <BackLink href="/settings">{say('title')}</BackLink>}
      <Box miw={0} maw={860}>
        {brand.isTest && 'isShared' in parts[shown] && (
          <Alert color="orange" mb="md">
            {say('shared')}
          </Alert>
        )}
        <Suspense
          fallback={
            <Center h="40dvh">
              <Loader />
            </Center>
          }
        >
          <Content />
        </Suspense>
      </Box>
    </div>
  );
}

interface PartMenuProps {
  names: readonly PartName[];
  shown?: PartName;
  hasHints?: boolean;
}

function PartMenu({ names, shown, hasHints = false }: PartMenuProps): ReactNode {
  const say = useWords(settingsWords);
  const { role } = useMember();
  return (
    <Stack component="nav" gap="md" aria-label={say('menu')}>
      {groups.map((group) => {
        const inGroup = names.filter((name) => parts[name].group === group);
        if (inGroup.length === 0) return null;
        return (
          <div key={group}>
            {role === 'owner' && (
              <Text size="sm" fw={600} px="sm" pb={4}>
                {say(group)}
              </Text>
            )}
            {inGroup.map((name) => (
              <NavLink
                key={name}
                component={Link}
                href={`/settings/${name}`}
                label={say(name)}
                description={hasHints ? say(`${name}Hint`) : undefined}
                leftSection={<Icon name={parts[name].icon} />}
                rightSection={hasHints ? <Icon name="right" size={16} /> : undefined}
                active={name === shown}
                aria-current={name === shown ? 'page' : undefined}
                className="settings-link"
              />
            ))}
          </div>
        );
      })}
    </Stack>
  );
}
