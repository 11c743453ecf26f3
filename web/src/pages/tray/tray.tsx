// What waits for a decision: what came in and is no lead, possible duplicates, and doubtful customers.
import { Alert, Anchor, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, Redirect, useSearchParams } from 'wouter';
import { kinds } from '../../app/queries.ts';
import { useMember } from '../../app/session.ts';
import { type TrayCounts, useMayDecide, useTrayCounts } from '../../app/tray-counts.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useIsPhone } from '../../parts/screen-width.ts';
import { useWords } from '../../words/words.ts';
import { DuplicateList, findDuplicates } from '../customers/duplicate-list.tsx';
import { DoubtfulLeads } from './doubtful-leads.tsx';
import { IntakeList } from './intake-list.tsx';
import { trayWords } from './tray-words.ts';
import './tray.css';

const parts = ['intakes', 'duplicates', 'doubtful'] as const satisfies (keyof TrayCounts)[];
const intakeDays = 30;

export function Page(): ReactNode {
  return useMayDecide() ? <Tray /> : <Redirect to="/leads" replace />;
}

function Tray(): ReactNode {
  const say = useWords(trayWords);
  const { role } = useMember();
  const counts = useTrayCounts();
  const isPhone = useIsPhone();
  const [search, setSearch] = useSearchParams();
  const part = parts.find((one) => one === search.get('part')) ?? 'intakes';
  return (
    <>
      <PageTitle title={say('title')} />
      {role === 'owner' && counts && counts.channels.length > 0 && (
        <Alert color="yellow" mb="md" maw={860} p="xs" role="status">
          <Anchor
            component={Link}
            href="/settings/channels"
            underline="always"
            c="bright"
            className="tall-link"
          >
            {say('channelsWarn', { count: counts.channels.length })}
          </Anchor>
        </Alert>
      )}
      <SegmentedControl
        aria-label={say('parts')}
        size="md"
        mb="md"
        className="one-line"
        fullWidth={isPhone}
        orientation={isPhone ? 'vertical' : 'horizontal'}
        value={part}
        onChange={(chosen) => setSearch(chosen === 'intakes' ? {} : { part: chosen })}
        data={parts.map((one) => ({
          value: one,
          label: counts?.[one] ? `${say(one)} (${counts[one]})` : say(one),
        }))}
      />
      <Text mb="md" maw={720}>
        {say(`${part}Hint`, { days: intakeDays })}
      </Text>
      {part === 'intakes' && <IntakeList />}
      {part === 'duplicates' && <Duplicates />}
      {part === 'doubtful' && <DoubtfulLeads />}
    </>
  );
}

function Duplicates(): ReactNode {
  const say = useWords(trayWords);
  const query = useQuery({
    queryKey: [kinds.customers, 'duplicates'],
    queryFn: findDuplicates,
  });
  return (
    <DuplicateList
      query={query}
      none={<EmptyState icon="check" title={say('noDuplicates')} hint={say('noDuplicatesHint')} />}
    />
  );
}
