// All leads in one list: a table, or cards where it does not fit.
import { Skeleton, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { ShowMore } from '../../parts/pages.tsx';
import { partWords } from '../../parts/part-words.ts';
import { useIsNarrow } from '../../parts/screen-width.ts';
import { useFormat } from '../../words/format.ts';
import { sourceWords, statusWords } from '../../parts/work-item-words.ts';
import { useWords } from '../../words/words.ts';
import { LeadFacts, PriorityMark } from './lead-facts.tsx';
import type { LeadFilters } from './lead-filters.ts';
import { useRows } from './leads-data.ts';
import { leadWords } from './leads-words.ts';

export default function LeadList({
  filters,
  nothing,
}: {
  filters: LeadFilters;
  nothing: ReactNode;
}): ReactNode {
  const sayPart = useWords(partWords);
  const rows = useRows(filters);
  const { data: leads, error, refetch } = rows;
  const isNarrow = useIsNarrow();
  if (!leads && error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!leads) return <Skeleton h={320} role="status" aria-label={sayPart('loading')} />;
  if (leads.length === 0) return nothing;
  return (
    <>
      {isNarrow ? <Cards leads={leads} /> : <Rows leads={leads} />}
      <ShowMore pages={rows} />
    </>
  );
}

function Rows({ leads }: { leads: ListedWorkItem[] }): ReactNode {
  const say = useWords(leadWords);
  const saySource = useWords(sourceWords);
  const sayStatus = useWords(statusWords);
  const format = useFormat();
  return (
    <Table highlightOnHover verticalSpacing="sm" className="lead-table">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{say('customer')}</Table.Th>
          <Table.Th>{say('subject')}</Table.Th>
          <Table.Th>{say('city')}</Table.Th>
          <Table.Th>{say('status')}</Table.Th>
          <Table.Th>{say('source')}</Table.Th>
          <Table.Th>{say('received')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {leads.map((lead) => (
          <Table.Tr key={lead.id}>
            <Table.Td>{lead.customer.name}</Table.Td>
            <Table.Td>
              <Link className="lead-row-link" href={`/leads/${lead.id}`}>
                {lead.title}
              </Link>{' '}
              <PriorityMark priority={lead.priority} />
            </Table.Td>
            <Table.Td>{lead.address?.city}</Table.Td>
            <Table.Td>{sayStatus(lead.status)}</Table.Td>
            <Table.Td>{saySource(lead.source)}</Table.Td>
            <Table.Td title={format.dateAndTime(lead.receivedAt)}>
              {format.ago(lead.receivedAt)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Cards({ leads }: { leads: ListedWorkItem[] }): ReactNode {
  const sayStatus = useWords(statusWords);
  return (
    <ul className="board-cards">
      {leads.map((lead) => (
        <li key={lead.id} className="lead-card">
          <span className="lead-status">{sayStatus(lead.status)}</span>
          <LeadFacts lead={lead} heading="h2" />
        </li>
      ))}
    </ul>
  );
}
