// Leads by source, and how many became a job.
import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { sourceWords } from '../../parts/work-item-words.ts';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { BarTable } from './bar-table.tsx';
import type { Overview } from './overview-data.ts';
import { overviewWords } from './overview-words.ts';
import { SeriesKey } from './series-key.tsx';

export function Sources({ sources }: { sources: Overview['sources'] }): ReactNode {
  const say = useWords(overviewWords);
  const saySource = useWords(sourceWords);
  const { percentage } = useFormat();
  if (sources.length === 0) return <Text>{say('noSources')}</Text>;
  return (
    <>
      <BarTable
        heads={[say('source'), say('lead')]}
        bars={sources.map(({ source, leads, converted, lost }) => ({
          label: saySource(source),
          value: leads,
          tone: 'main',
          good: converted,
          more: say('wonAndLost', { converted, lost, share: percentage(converted / leads) }),
        }))}
      />
      <Box mt="xs">
        <SeriesKey
          series={[
            { label: say('lead'), tone: 'main' },
            { label: say('converted'), tone: 'good' },
          ]}
        />
      </Box>
    </>
  );
}
