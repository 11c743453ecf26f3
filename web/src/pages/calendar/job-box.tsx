// A job in the grids: in the colour of its person, with its status as a mark.
import { VisuallyHidden } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { WaitingMark } from '../../parts/waiting-mark.tsx';
import { statusWords } from '../../parts/work-item-words.ts';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { isMovable } from './calendar-data.ts';
import type { PlanPeople } from '../../parts/plan-people.ts';
import { hoursText } from '../../parts/job-times.ts';
import type { PickUp } from './use-job-drag.ts';

export interface JobActions {
  people: PlanPeople;
  /** The job that is being dragged. */
  draggedId: string | undefined;
  onOpen: (job: ListedWorkItem) => void;
  pickUp: PickUp;
}

interface JobBoxProps extends JobActions {
  job: ListedWorkItem;
  /** Lines of text that fit; one holds the time and the title. */
  lines: number;
  /** On the later days of a job. */
  isWithoutTime?: boolean;
  style?: CSSProperties;
  children?: ReactNode;
}

export function JobBox(props: JobBoxProps): ReactNode {
  const { job, lines, isWithoutTime, style, people, draggedId, onOpen, pickUp, children } = props;
  const format = useFormat();
  const sayStatus = useWords(statusWords);
  const person = people.personOf(job.assigneeId);
  const start = isWithoutTime ? '' : format.timeOfDay(job.scheduledStart!);
  const title = <strong>{job.title}</strong>;
  const who = [job.customer.name, job.address?.city].filter(Boolean).join(' · ');
  const canMove = isMovable(job);
  return (
    <button
      type="button"
      className="job-box"
      data-event-id={job.id}
      data-movable={canMove || undefined}
      data-dragged={draggedId === job.id || undefined}
      data-person={person.colour}
      style={{ ...style, '--lines': Math.max(lines - 2, 1) } as object}
      onClick={() => onOpen(job)}
      {...(canMove && { onPointerDown: (event) => pickUp(event, job) })}
    >
      {lines > 1 && <span className={lines > 2 ? 'job-box-title' : 'job-box-line'}>{title}</span>}
      <span className="job-box-line">
        <StatusMark status={job.status} />
        <WaitingMark id={job.id} isSmall />
        {lines > 1 ? (
          hoursText(job, format)
        ) : (
          <>
            {start} {title}
          </>
        )}
      </span>
      {lines > 2 && who && <span className="job-box-line">{who}</span>}
      <VisuallyHidden>
        {[
          ...(lines > 2 ? [] : [who]),
          sayStatus(job.status),
          ...(people.isOnePerson ? [] : [person.name]),
        ].join(', ')}
      </VisuallyHidden>
      {children}
    </button>
  );
}

function StatusMark({ status }: Pick<ListedWorkItem, 'status'>): ReactNode {
  if (status === 'completed') return <Icon name="check" size={13} />;
  if (status === 'in_progress') return <Icon name="play" size={11} />;
  return null;
}
