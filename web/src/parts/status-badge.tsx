// The status or priority of a lead or job. The colour only repeats the text. Plain elements, since
// there may be hundreds of them.
import type { ReactNode } from 'react';
import type { Priority, WorkItemStatus } from '../../../sdk/src/index.ts';
import { useWords } from '../words/words.ts';
import './status-badge.css';
import { priorityWords, statusWords } from './work-item-words.ts';

const toneOf = {
  request: 'new',
  contacted: 'talking',
  quote_sent: 'talking',
  inspection: 'talking',
  lost: 'ended',
  pending: 'new',
  scheduled: 'planned',
  in_progress: 'planned',
  completed: 'done',
  cancelled: 'ended',
} as const satisfies Record<WorkItemStatus, string>;

export function StatusBadge({ status }: { status: WorkItemStatus }): ReactNode {
  const say = useWords(statusWords);
  return (
    <span className="badge" data-tone={toneOf[status]}>
      {say(status)}
    </span>
  );
}

/** Hidden for the normal priority, which most leads and jobs have. */
export function PriorityBadge({ priority }: { priority: Priority }): ReactNode {
  const say = useWords(priorityWords);
  if (priority === 'medium') return null;
  return (
    <span className="badge" data-tone={priority}>
      {say(priority)}
    </span>
  );
}
