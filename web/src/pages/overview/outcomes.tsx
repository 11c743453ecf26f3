// The outcome of the period's leads.
import type { ReactNode } from 'react';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { BarTable } from './bar-table.tsx';
import type { Overview } from './overview-data.ts';
import { overviewWords } from './overview-words.ts';

export function Outcomes({ conversion }: { conversion: Overview['conversion'] }): ReactNode {
  const say = useWords(overviewWords);
  const { percentage } = useFormat();
  const { leads, converted, lost } = conversion;
  const outcomes = [
    { label: say('converted'), value: converted, tone: 'good' },
    { label: say('stillOpen'), value: leads - converted - lost, tone: 'main' },
    { label: say('lost'), value: lost, tone: 'bad' },
  ] as const;
  return (
    <BarTable
      heads={[say('outcome'), say('lead')]}
      bars={outcomes.map((one) => ({
        ...one,
        more: leads > 0 ? `(${percentage(one.value / leads)})` : undefined,
      }))}
    />
  );
}
