// The content of an event in the grid.
import type { ReactNode } from 'react';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { statusWords } from '../../parts/work-item-words.ts';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';

interface EventBodyProps {
  job: ListedWorkItem;
  isShort: boolean;
}

export function EventBody({ job, isShort }: EventBodyProps): ReactNode {
  const format = useFormat();
  const say = useWords(statusWords);
  const time = job.scheduledStart ? format.timeOfDay(job.scheduledStart) : '';
  const status = job.status === 'scheduled' ? '' : ` (${say(job.status)})`;
  if (isShort) {
    return (
      <span>
        <span className="calendar-event-time">{time} </span>
        {job.title}
        {status}
      </span>
    );
  }
  return (
    <>
      <strong>{job.title}</strong>
      {status}
      <br />
      {[time, job.customer.name, job.address?.city].filter(Boolean).join(' · ')}
    </>
  );
}
