// A list as a table: whole rows are links, and headings sort it.
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useBlock } from './blocks.ts';
import { Icon } from './icon.tsx';
import { useFormat } from '../words/format.ts';
import type { Remembered } from './remembered.ts';
import './list-table.css';

export function ListTable({ children }: { children: ReactNode }): ReactNode {
  return (
    <Table highlightOnHover verticalSpacing="sm" className="list-table">
      {children}
    </Table>
  );
}

interface SortHeadingProps<Sort extends string> {
  order: Remembered<Sort>;
  /** The sorts that clicks choose one after the other; a minus sorts descending. */
  sorts: readonly NoInfer<Sort>[];
  width: string;
  className?: string;
  children: string;
}

export function SortHeading<Sort extends string>(props: SortHeadingProps<Sort>): ReactNode {
  const { order, sorts, width, className, children } = props;
  const chosen = order.use();
  const field = sorts[0]!.replace('-', '');
  const isChosen = chosen.replace('-', '') === field;
  const isDescending = chosen.startsWith('-');
  const next = sorts[(sorts.indexOf(chosen) + 1) % sorts.length]!;
  return (
    <Table.Th
      w={width}
      className={className}
      aria-sort={isChosen ? (isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" className="sort-heading" onClick={() => order.choose(next)}>
        {children}
        {isChosen && <Icon name={isDescending ? 'down' : 'up'} size={14} />}
      </button>
    </Table.Th>
  );
}

/** How long ago; the exact time on hover. */
export function TimeCell({ time, className }: { time: string; className?: string }): ReactNode {
  const format = useFormat();
  return (
    <Table.Td className={className} c="dimmed" title={format.dateAndTime(time)}>
      {format.ago(time)}
    </Table.Td>
  );
}

interface RowBlockProps {
  estimatedPx: number;
  children: () => ReactNode;
}

/** Rows that are rendered only near the screen. */
export function RowBlock({ estimatedPx, children }: RowBlockProps): ReactNode {
  const { ref, emptyPx } = useBlock<HTMLTableSectionElement>(estimatedPx);
  return (
    <Table.Tbody ref={ref}>
      {emptyPx === null ? (
        children()
      ) : (
        <tr aria-hidden="true">
          <td style={{ height: emptyPx }} />
        </tr>
      )}
    </Table.Tbody>
  );
}
