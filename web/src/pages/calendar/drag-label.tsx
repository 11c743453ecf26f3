// Follows the pointer, and says where the dragged job would land.
import type { ReactNode, RefObject } from 'react';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { useFormat } from '../../words/format.ts';
import { periodText } from '../../words/period.ts';
import { changed } from './calendar-data.ts';
import type { PlanPeople } from '../../parts/plan-people.ts';
import { useOverlapText } from './overlap-text.ts';
import { PersonName } from './person-name.tsx';
import type { DraggedJob } from './use-job-drag.ts';

interface DragLabelProps {
  ref: RefObject<HTMLDivElement | null>;
  dragged: DraggedJob;
  jobs: readonly ListedWorkItem[];
  people: PlanPeople;
}

export function DragLabel({ ref, dragged, jobs, people }: DragLabelProps): ReactNode {
  const format = useFormat();
  const overlapText = useOverlapText(jobs, people);
  const { job, change } = dragged;
  const after = change && changed(job, change);
  const warning = after ? overlapText(after) : '';
  return (
    <div ref={ref} className="calendar-dragged" aria-hidden="true">
      <strong>{job.title}</strong>
      {after?.scheduledStart && (
        <span className="calendar-dragged-time">
          {periodText(format, after.scheduledStart, after.scheduledEnd)}
        </span>
      )}
      {after && !people.isOnePerson && <PersonName person={people.personOf(after.assigneeId)} />}
      {warning && <span className="calendar-dragged-warning">{warning}</span>}
    </div>
  );
}
