// API requests per day, with refused and failed ones.
import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { DayChart } from './day-chart.tsx';
import type { TrafficDay } from './overview-data.ts';
import { overviewWords } from './overview-words.ts';

export function Traffic({ days, asked }: { days: TrafficDay[]; asked: number }): ReactNode {
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
      {days.length < asked && <Text mb="xs">{say('apiKept', { count: number(days.length) })}</Text>}
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
      <Anchor component={Link} href="/settings/requests" underline="always" className="tall-link">
        {say('toLog')}
      </Anchor>
    </>
  );
}
