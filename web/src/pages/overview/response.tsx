// The distribution of response times.
import type { ReactNode } from 'react';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { type Bar, BarTable } from './bar-table.tsx';
import type { Overview } from './overview-data.ts';
import { overviewWords } from './overview-words.ts';

export function Response({ responseTime }: { responseTime: Overview['responseTime'] }): ReactNode {
  const say = useWords(overviewWords);
  const { locale, percentage } = useFormat();
  const { spread, waiting } = responseTime;
  const leads = spread.reduce((sum, one) => sum + one.leads, waiting);
  const durationAt = (index: number) => shortDuration(spread[index]?.upToMinutes ?? 0, locale);
  const text = (index: number) => {
    const values = { from: durationAt(index - 1), time: durationAt(index) };
    if (index === 0) return say('within', values);
    return say(index === spread.length - 1 ? 'later' : 'between', values);
  };
  const bar = (label: string, value: number, tone: Bar['tone']): Bar => ({
    label,
    value,
    tone,
    more: leads > 0 ? `(${percentage(value / leads)})` : undefined,
  });
  return (
    <BarTable
      heads={[say('firstResponse'), say('lead')]}
      bars={[
        ...spread.map((one, index) => bar(text(index), one.leads, 'main')),
        bar(say('waiting'), waiting, 'bad'),
      ]}
    />
  );
}

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

function shortDuration(minutes: number, locale: string): string {
  const [unit, size] =
    minutes < hourMinutes
      ? (['minute', 1] as const)
      : minutes < dayMinutes
        ? (['hour', hourMinutes] as const)
        : (['day', dayMinutes] as const);
  const options = { style: 'unit', unit, unitDisplay: 'short' } as const;
  return new Intl.NumberFormat(locale, options).format(minutes / size);
}
