// The status or priority of a lead or job. The colour only repeats the text.
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Priority, WorkItemStatus } from '../../../sdk/src/index.ts';
import { useWords } from '../words/words.ts';
import { priorityWords, statusWords } from './work-item-words.ts';

const statusColors: Record<WorkItemStatus, string> = {
  request: 'blue',
  contacted: 'petrol',
  quote_sent: 'violet',
  inspection: 'indigo',
  lost: 'gray',
  pending: 'orange',
  scheduled: 'petrol',
  in_progress: 'blue',
  completed: 'green',
  cancelled: 'gray',
};

export function StatusBadge({ status }: { status: WorkItemStatus }): ReactNode {
  const say = useWords(statusWords);
  return (
    <Badge variant="light" c="bright" color={statusColors[status]} size="lg" tt="none">
      {say(status)}
    </Badge>
  );
}

/** Hidden for the normal priority, which most leads and jobs have. */
export function PriorityBadge({ priority }: { priority: Priority }): ReactNode {
  const say = useWords(priorityWords);
  if (priority === 'medium') return null;
  const color = priority === 'urgent' ? 'red' : priority === 'high' ? 'orange' : 'gray';
  return (
    <Badge variant="light" c="bright" color={color} size="lg" tt="none">
      {say(priority)}
    </Badge>
  );
}
