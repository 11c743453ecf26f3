// All leads in one list: a table, or cards where it does not fit.
import { Skeleton, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { useAsChanged } from '../../app/outbox/use-outbox.ts';
import { AssigneeFace } from '../../parts/assignee-face.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { blocksOf, useBlock } from '../../parts/blocks.ts';
import { ListTable, RowBlock, SortHeading, TimeCell } from '../../parts/list-table.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { partWords } from '../../parts/part-words.ts';
import { useIsNarrow } from '../../parts/screen-width.ts';
import { SortSelect } from '../../parts/sort-select.tsx';
import { PriorityBadge, StatusBadge } from '../../parts/status-badge.tsx';
import { useMoney } from '../../words/money.ts';
import { sourceWords } from '../../parts/work-item-words.ts';
import { useWords } from '../../words/words.ts';
import { WaitingMark } from '../../parts/waiting-mark.tsx';
import { LeadFacts } from './lead-facts.tsx';
import type { LeadFilters } from './lead-filters.ts';
import { leadOrder, useRows } from './leads-data.ts';
import { WaitingLeads } from './waiting-leads.tsx';
import { leadWords } from './leads-words.ts';

const blockSize = 20;
// Estimates, until the rows are rendered.
const rowPx = 68;
const cardPx = 140;

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
  if (leads.length === 0) {
    return (
      <>
        <WaitingLeads />
        {nothing}
      </>
    );
  }
  return (
    <>
      <WaitingLeads />
      {isNarrow ? (
        <>
          <SortSelect order={leadOrder} />
          <Cards leads={leads} />
        </>
      ) : (
        <Rows leads={leads} />
      )}
      <ShowMore pages={rows} isAutomatic />
    </>
  );
}

function Rows({ leads }: { leads: ListedWorkItem[] }): ReactNode {
  const say = useWords(leadWords);
  return (
    <ListTable>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="17%">{say('customer')}</Table.Th>
          <Table.Th>{say('subject')}</Table.Th>
          <SortHeading width="7rem" order={leadOrder} sorts={['-urgency', 'urgency']}>
            {say('priority')}
          </SortHeading>
          <Table.Th className="list-status">{say('status')}</Table.Th>
          <Table.Th w="6.75rem" className="list-amount">
            {say('amount')}
          </Table.Th>
          <SortHeading width="7.25rem" order={leadOrder} sorts={['-receivedAt', 'receivedAt']}>
            {say('received')}
          </SortHeading>
          <SortHeading
            width="7.25rem"
            className="list-wide"
            order={leadOrder}
            sorts={['-updatedAt', 'updatedAt']}
          >
            {say('changed')}
          </SortHeading>
        </Table.Tr>
      </Table.Thead>
      {blocksOf(leads, blockSize).map((block, index) => (
        <RowBlock key={index} estimatedPx={index === 0 ? 0 : block.length * rowPx}>
          {() => block.map((lead) => <Row key={lead.id} stored={lead} />)}
        </RowBlock>
      ))}
    </ListTable>
  );
}

function Row({ stored }: { stored: ListedWorkItem }): ReactNode {
  const lead = useAsChanged(stored);
  const saySource = useWords(sourceWords);
  const money = useMoney();
  const amount = lead.finalCost ?? lead.estimatedCost;
  return (
    <Table.Tr>
      <Table.Td>
        <span className="list-name">{lead.customer.name}</span>
        <span className="list-about">{lead.address?.city}</span>
      </Table.Td>
      <Table.Td>
        <Link className="row-link" href={`/leads/${lead.id}`}>
          {lead.title}
        </Link>{' '}
        <AssigneeFace assigneeId={lead.assigneeId} /> <WaitingMark id={lead.id} />
        <span className="list-about">{saySource(lead.source)}</span>
      </Table.Td>
      <Table.Td>
        <PriorityBadge priority={lead.priority} />
      </Table.Td>
      <Table.Td>
        <StatusBadge status={lead.status} />
      </Table.Td>
      <Table.Td className="list-amount">{amount !== null && money(amount)}</Table.Td>
      <TimeCell time={lead.receivedAt} />
      <TimeCell time={lead.updatedAt} className="list-wide" />
    </Table.Tr>
  );
}

function Cards({ leads }: { leads: ListedWorkItem[] }): ReactNode {
  return blocksOf(leads, blockSize).map((block, index) => (
    <CardBlock key={index} leads={block} estimatedPx={index === 0 ? 0 : block.length * cardPx} />
  ));
}

function CardBlock(props: { leads: ListedWorkItem[]; estimatedPx: number }): ReactNode {
  const { ref, emptyPx } = useBlock<HTMLUListElement>(props.estimatedPx);
  return (
    <ul ref={ref} className="board-cards" style={{ height: emptyPx ?? undefined }}>
      {emptyPx === null && props.leads.map((lead) => <Card key={lead.id} stored={lead} />)}
    </ul>
  );
}

function Card({ stored }: { stored: ListedWorkItem }): ReactNode {
  const lead = useAsChanged(stored);
  return (
    <li className="lead-card">
      <StatusBadge status={lead.status} />
      <LeadFacts lead={lead} heading="h2" />
    </li>
  );
}
