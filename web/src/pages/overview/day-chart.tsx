// Numbers per day, as a plot and as a table.
import { Skeleton, Table } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { plotHeightPixels, type Series } from './day-series.ts';
import { overviewWords } from './overview-words.ts';
import { SeriesKey } from './series-key.tsx';

const DayPlot = lazy(() => import('./day-plot.tsx'));

interface DayChartProps {
  what: string;
  /** Dates such as 2026-11-15, oldest first. */
  days: string[];
  series: Series[];
}

export function DayChart({ what, days, series }: DayChartProps): ReactNode {
  const say = useWords(overviewWords);
  const { locale, number } = useFormat();
  const [hovered, setHovered] = useState<number | null>(null);
  const dateText = (day: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(
      new Date(day),
    );
  const valueText = ({ values, isMore }: Series, index: number) =>
    `${number(values[index] ?? 0)}${isMore?.[index] ? '+' : ''}`;
  const shownDay = hovered === null ? undefined : days[hovered];
  return (
    <>
      <div role="img" aria-label={say('plotOf', { what })}>
        <Suspense fallback={<Skeleton h={plotHeightPixels} />}>
          <DayPlot days={days} series={series} locale={locale} onPoint={setHovered} />
        </Suspense>
        <SeriesKey
          series={series.map((one) => ({
            ...one,
            value: hovered === null ? undefined : valueText(one, hovered),
          }))}
          {...(shownDay && { note: dateText(shownDay) })}
        />
      </div>
      <details className="overview-table">
        <summary>{say('asTable')}</summary>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{say('date')}</Table.Th>
              {series.map(({ label }) => (
                <Table.Th key={label} scope="col">
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.map((day, index) => (
              <Table.Tr key={day}>
                <Table.Th scope="row" fw={400}>
                  {dateText(day)}
                </Table.Th>
                {series.map((one) => (
                  <Table.Td key={one.label}>{valueText(one, index)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </>
  );
}
