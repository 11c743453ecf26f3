// A job in a list; the whole row is a link.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { AssigneeFace } from '../../parts/assignee-face.tsx';
import { PriorityBadge, StatusBadge } from '../../parts/status-badge.tsx';
import { useFormat } from '../../words/format.ts';
import { periodText } from '../../words/period.ts';
import type { SectionName } from './job-lists.ts';

interface JobRowProps {
  job: ListedWorkItem;
  list: SectionName;
}

export function JobRow({ job, list }: JobRowProps): ReactNode {
  const format = useFormat();
  const { id, title, customer, address, scheduledStart, scheduledEnd, status, priority } = job;
  const street = [address?.street, address?.streetNumber].filter(Boolean).join(' ');
  const place = [street, address?.city].filter(Boolean).join(', ');
  return (
    <li>
      <Link href={`/jobs/${id}`} className="jobs-row">
        <span className="jobs-main">
          <strong>{title}</strong>
          <span>{[customer.name, place].filter(Boolean).join(' · ')}</span>
        </span>
        <span className="jobs-when" data-overdue={list === 'overdue' || undefined}>
          {scheduledStart && periodText(format, scheduledStart, scheduledEnd)}
        </span>
        <span className="jobs-badges">
          <AssigneeFace assigneeId={job.assigneeId} />
          <PriorityBadge priority={priority} />
          {/* In other lists the heading shows the status. */}
          {list === 'archived' && <StatusBadge status={status} />}
        </span>
      </Link>
    </li>
  );
}
