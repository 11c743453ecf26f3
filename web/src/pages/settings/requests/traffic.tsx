// API requests per day, with refused and failed ones.
import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { app } from '../../../api/client.ts';
import { kinds } from '../../../app/queries.ts';
import { CardSection } from '../../../parts/card-section.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { DayChart } from '../../overview/day-chart.tsx';
import type { Overview, TrafficDay } from '../../overview/overview-data.ts';
import { overviewWords } from '../../overview/overview-words.ts';
import '../../overview/overview.css';

export function Traffic(): ReactNode {
  const say = useWords(overviewWords);
  // The request log goes back 30 days.
  const query = useQuery({
    queryKey: [kinds.requests, 'traffic'],
    queryFn: () => app.get<Overview>('/overview', { days: '30' }),
  });
  return (
    <CardSection title={say('api')}>
      <Loaded query={query}>{({ api }) => api && <Days days={api.days} />}</Loaded>
    </CardSection>
  );
}

function Days({ days }: { days: TrafficDay[] }): ReactNode {
  const say = useWords(overviewWords);
  const { number } = useFormat();
  if (days.every(({ requests }) => requests === 0)) {
    return (
      <Text>
        {say('apiNone')}{' '}
        <Anchor component={Link} href="/settings/keys" underline="always">
          {say('toKeys')}
        </Anchor>
      </Text>
    );
  }
  const fullDay = days.find(({ isMore }) => isMore);
  return (
    <>
      <Text mb="xs">{say('apiHint')}</Text>
      {fullDay && <Text mb="xs">{say('apiMore', { count: number(fullDay.requests) })}</Text>}
      <DayChart
        what={say('api')}
        days={days.map(({ date }) => date)}
        series={[
          {
            label: say('requests'),
            tone: 'main',
            values: days.map(({ requests }) => requests),
            isMore: days.map(({ isMore }) => isMore),
          },
          {
            label: say('refused'),
            tone: 'bad',
            values: days.map(({ refused }) => refused),
            isMore: days.map(({ isMoreRefused }) => isMoreRefused),
          },
          {
            label: say('failed'),
            tone: 'worst',
            values: days.map(({ failed }) => failed),
            isMore: days.map(({ isMoreRefused }) => isMoreRefused),
          },
        ]}
      />
    </>
  );
}
