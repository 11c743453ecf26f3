// The overview page: leads, their sources, response times and outcomes.
import { Alert, Button, SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { app } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { DayChart } from './day-chart.tsx';
import { DisabledWebhooks } from './disabled-webhooks.tsx';
import { Figures } from './figures.tsx';
import type { Overview } from './overview-data.ts';
import { Outcomes } from './outcomes.tsx';
import { overviewWords } from './overview-words.ts';
import { Response } from './response.tsx';
import { Sources } from './sources.tsx';
import './overview.css';

const periods = ['7', '30', '90'] as const;
const periodDefault = '30';

export function Page(): ReactNode {
  const say = useWords(overviewWords);
  const { number } = useFormat();
  const [parameters, setParameters] = useSearchParams();
  const days = periods.find((one) => one === parameters.get('days')) ?? periodDefault;
  const query = useQuery({
    // Under workItems, so that events of leads and jobs invalidate it.
    queryKey: [kinds.workItems, 'overview', days],
    queryFn: () => app.get<Overview>('/overview', { days }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageTitle title={say('title')}>
        <SegmentedControl
          aria-label={say('period')}
          className="one-line"
          value={days}
          onChange={(value) => setParameters({ days: value }, { replace: true })}
          data={periods.map((value) => ({ value, label: say('days', { count: number(+value) }) }))}
        />
      </PageTitle>
      <DisabledWebhooks />
      <Loaded query={query}>{(overview) => <Shown overview={overview} />}</Loaded>
    </>
  );
}

function Shown({ overview }: { overview: Overview }): ReactNode {
  const say = useWords(overviewWords);
  const hasLeads = overview.days.some(({ leads }) => leads > 0);
  return (
    <Stack gap="lg">
      {!overview.isComplete && <Alert role="status">{say('cut')}</Alert>}
      {hasLeads ? (
        <>
          <Figures overview={overview} />
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            <CardSection title={say('perDay')}>
              <DayChart
                what={say('perDay')}
                days={overview.days.map(({ date }) => date)}
                series={[
                  {
                    label: say('lead'),
                    tone: 'main',
                    values: overview.days.map((day) => day.leads),
                  },
                  {
                    label: say('converted'),
                    tone: 'good',
                    values: overview.days.map((day) => day.converted),
                  },
                  { label: say('lost'), tone: 'bad', values: overview.days.map((day) => day.lost) },
                ]}
              />
            </CardSection>
            <CardSection title={say('perSource')}>
              <Sources sources={overview.sources} />
            </CardSection>
            <CardSection title={say('responses')}>
              <Response responseTime={overview.responseTime} />
            </CardSection>
            <CardSection title={say('outcomes')}>
              <Outcomes conversion={overview.conversion} />
            </CardSection>
          </SimpleGrid>
        </>
      ) : (
        <EmptyState
          icon="chart"
          title={say('none')}
          hint={say('noneHint')}
          action={
            <Button component={Link} href="/leads">
              {say('toLeads')}
            </Button>
          }
        />
      )}
    </Stack>
  );
}
