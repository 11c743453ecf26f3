// Where leads come from: a table whose rows are bars.
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { sourceWords } from '../../parts/work-item-words.ts';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import type { Overview } from './overview-data.ts';
import { overviewWords } from './overview-words.ts';

export function Sources({ sources }: { sources: Overview['sources'] }): ReactNode {
  const say = useWords(overviewWords);
  const saySource = useWords(sourceWords);
  const { number } = useFormat();
  if (sources.length === 0) return <Text>{say('noSources')}</Text>;
  const most = Math.max(...sources.map(({ leads }) => leads));
  const ordered = sources.toSorted((one, other) => other.leads - one.leads);
  return (
    <Table withRowBorders={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{say('source')}</Table.Th>
          <Table.Th scope="col">{say('lead')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {ordered.map(({ source, leads }) => (
          <Table.Tr key={source}>
            <Table.Th scope="row" fw={500} w="8rem">
              {saySource(source)}
            </Table.Th>
            <Table.Td>
              <div className="overview-bar">
                <svg aria-hidden="true" height="16" width="100%">
                  <rect rx="3" height="16" width={`${(100 * leads) / most}%`} />
                </svg>
                <span>{number(leads)}</span>
              </div>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
