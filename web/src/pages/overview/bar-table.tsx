// A bar chart as a table, so that it is accessible without a separate text.
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../words/format.ts';
import type { Tone } from './day-series.ts';

export interface Bar {
  label: string;
  value: number;
  tone: Tone;
  /** The part drawn in the colour of success. */
  good?: number;
  /** Shown after the number. */
  more?: string | undefined;
}

interface BarTableProps {
  /** Headings of the names and the numbers. */
  heads: readonly [string, string];
  bars: readonly Bar[];
}

export function BarTable({ heads, bars }: BarTableProps): ReactNode {
  const { number } = useFormat();
  const max = Math.max(1, ...bars.map(({ value }) => value));
  const width = (value: number) => `${(100 * value) / max}%`;
  return (
    <Table withRowBorders={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" className="overview-name">
            {heads[0]}
          </Table.Th>
          <Table.Th scope="colgroup" colSpan={2} ta="right">
            {heads[1]}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bars.map(({ label, value, tone, good = 0, more }) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw={500} className="overview-name">
              {label}
            </Table.Th>
            <Table.Td aria-hidden="true" className="overview-bar">
              <svg height="16" width="100%">
                <rect rx="3" height="16" width={width(value)} data-tone={tone} />
                {good > 0 && <rect rx="3" height="16" width={width(good)} data-tone="good" />}
              </svg>
            </Table.Td>
            <Table.Td className="overview-number">
              {number(value)}
              {more && <small> {more}</small>}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
