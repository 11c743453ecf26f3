// A job in a list: a row of a table, or a card where it does not fit. All of it is a link.
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { useAsChanged } from '../../app/outbox/use-outbox.ts';
import { AssigneeFace } from '../../parts/assignee-face.tsx';
import { TimeCell } from '../../parts/list-table.tsx';
import { PriorityBadge, StatusBadge } from '../../parts/status-badge.tsx';
import { useFormat } from '../../words/format.ts';
import { useMoney } from '../../words/money.ts';
import { periodText } from '../../words/period.ts';
import { WaitingMark } from '../../parts/waiting-mark.tsx';
import type { SectionName } from './job-lists.ts';

interface JobRowProps {
  job: ListedWorkItem;
  list: SectionName;
}

export function JobRow({ job: stored, list }: JobRowProps): ReactNode {
  const job = useAsChanged(stored);
  return (
    <Table.Tr>
      <Table.Td>
        <Link href={`/jobs/${job.id}`} className="row-link">
          {job.title}
        </Link>{' '}
        <WaitingMark id={job.id} />
      </Table.Td>
      <Table.Td>
        <span className="list-name">{job.customer.name}</span>
        <span className="list-about">{placeOf(job)}</span>
      </Table.Td>
      <Table.Td>
        <When job={job} list={list} />
      </Table.Td>
      <Table.Td>
        <AssigneeFace assigneeId={job.assigneeId} />
      </Table.Td>
      <Table.Td>
        <Badges job={job} list={list} isMoved={job.status !== stored.status} />
      </Table.Td>
      <Table.Td className="list-amount">
        <Amount job={job} />
      </Table.Td>
      <TimeCell time={job.updatedAt} className="list-wide" />
    </Table.Tr>
  );
}

export function JobCard({ job: stored, list }: JobRowProps): ReactNode {
  const job = useAsChanged(stored);
  return (
    <li>
      <Link href={`/jobs/${job.id}`} className="jobs-row">
        <span className="jobs-main">
          <strong>{job.title}</strong>
          <span>{job.customer.name}</span>
          <span className="jobs-place">{placeOf(job)}</span>
          <WaitingMark id={job.id} />
        </span>
        <When job={job} list={list} />
        <span className="jobs-badges">
          <Amount job={job} />
          <AssigneeFace assigneeId={job.assigneeId} />
          <Badges job={job} list={list} isMoved={job.status !== stored.status} />
        </span>
      </Link>
    </li>
  );
}

function placeOf({ address }: ListedWorkItem): string {
  const street = [address?.street, address?.streetNumber].filter(Boolean).join(' ');
  return [street, address?.city].filter(Boolean).join(', ');
}

function Amount({ job: { finalCost, estimatedCost } }: { job: ListedWorkItem }): ReactNode {
  const money = useMoney();
  const amount = finalCost ?? estimatedCost;
  return amount !== null && <span className="jobs-amount">{money(amount)}</span>;
}

function When({ job: { scheduledStart, scheduledEnd }, list }: JobRowProps): ReactNode {
  const format = useFormat();
  return (
    <span className="jobs-when" data-overdue={list === 'overdue' || undefined}>
      {scheduledStart && periodText(format, scheduledStart, scheduledEnd)}
    </span>
  );
}

function Badges(props: JobRowProps & { isMoved: boolean }): ReactNode {
  const { job, list, isMoved } = props;
  const { priority, status } = job;
  return (
    <>
      <PriorityBadge priority={priority} />
      {/* In other lists the heading shows the status, until a move is sent. */}
      {(list === 'archived' || isMoved) && <StatusBadge status={status} />}
    </>
  );
}
