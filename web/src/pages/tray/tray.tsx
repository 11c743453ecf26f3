// What waits for a decision: what came in and is no lead, possible duplicates, and doubtful customers.
import { SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { kinds } from '../../app/queries.ts';
import { type TrayCounts, useMayDecide, useTrayCounts } from '../../app/tray-counts.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { NotForYou } from '../../parts/not-for-you.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useIsNarrow, useIsPhone } from '../../parts/screen-width.ts';
import { useWords } from '../../words/words.ts';
import { DuplicateList, findDuplicates } from '../customers/duplicate-list.tsx';
import { ChannelWarnings } from './channel-warnings.tsx';
import { DoubtfulLeads } from './doubtful-leads.tsx';
import { IntakeList } from './intake-list.tsx';
import { trayWords } from './tray-words.ts';
import './tray.css';

const parts = ['intakes', 'duplicates', 'doubtful'] as const satisfies (keyof TrayCounts)[];
// Until it is known.
const usualDays = 30;

export function Page(): ReactNode {
  return useMayDecide() ? <Tray /> : <NotForYou />;
}

function Tray(): ReactNode {
  const say = useWords(trayWords);
  const counts = useTrayCounts();
  const isPhone = useIsPhone();
  const isNarrow = useIsNarrow();
  const [search, setSearch] = useSearchParams();
  const part = parts.find((one) => one === search.get('part')) ?? 'intakes';
  const days = { days: counts?.intakeDays ?? usualDays };
  const labelOf = (one: (typeof parts)[number]) => {
    const label = say(isNarrow ? `${one}Short` : one);
    return counts?.[one] ? `${label} (${counts[one]})` : label;
  };
  return (
    <>
      <PageTitle title={say('title')} />
      <ChannelWarnings channels={counts?.channels ?? []} />
      <SegmentedControl
        aria-label={say('parts')}
        size={isPhone ? 'sm' : 'md'}
        mb={isPhone ? 'xs' : 'md'}
        className="one-line"
        fullWidth={isPhone}
        value={part}
        onChange={(chosen) => setSearch(chosen === 'intakes' ? {} : { part: chosen })}
        data={parts.map((one) => ({
          value: one,
          label: labelOf(one),
        }))}
      />
      <Text mb={isPhone ? 'xs' : 'md'} maw={720} size={isPhone ? 'sm' : 'md'}>
        {isPhone && part === 'intakes' ? say('intakesHintShort', days) : say(`${part}Hint`, days)}
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
