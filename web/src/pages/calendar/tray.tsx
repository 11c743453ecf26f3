// Unscheduled jobs, to drag to the calendar or schedule in a dialog.
import { Button, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { useOutbox } from '../../app/outbox/use-outbox.ts';
import { kinds } from '../../app/queries.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { usePages } from '../../parts/pages.ts';
import { ShowMore } from '../../parts/show-more.tsx';
import { PriorityBadge } from '../../parts/status-badge.tsx';
import { WaitingMark } from '../../parts/waiting-mark.tsx';
import { useWords } from '../../words/words.ts';
import { calendarWords } from './calendar-words.ts';
import type { JobActions } from './job-box.tsx';
import { isUnplanned, withWaitingPlans } from './waiting-plans.ts';

const jobsOnPage = 20;

interface TrayProps {
  canDrag: boolean;
  actions: JobActions;
  onPlan: (job: ListedWorkItem) => void;
}

export function Tray({ canDrag, actions, onPlan }: TrayProps): ReactNode {
  const say = useWords(calendarWords);
  const pages = usePages([kinds.workItems, 'tray'], () =>
    client.workItems.list({ status: 'pending', sort: '-priority', limit: jobsOnPage }),
  );
  const outbox = useOutbox();
  const jobs = pages.data && withWaitingPlans(outbox, pages.data, isUnplanned);
  return (
    <Paper
      component="aside"
      withBorder
      p="sm"
      className="calendar-tray"
      aria-labelledby="calendar-tray"
    >
      <div className="calendar-tray-head">
        <Title order={2} size="h5" id="calendar-tray">
          {say('tray')}
        </Title>
        <Text size="sm" mb="xs">
          {say(jobs?.length === 0 ? 'trayEmpty' : canDrag ? 'trayDragHint' : 'trayHint')}
        </Text>
      </div>
      {pages.error !== null && !pages.data && (
        <ErrorNote error={pages.error} onRetry={pages.refetch} />
      )}
      <ul className="calendar-list">
        {jobs?.map((job) => (
          <li
            key={job.id}
            className="calendar-waiting"
            data-movable={canDrag || undefined}
            data-dragged={actions.draggedId === job.id || undefined}
            {...(canDrag && { onPointerDown: (event) => actions.pickUp(event, job) })}
          >
            <Link href={`/jobs/${job.id}`}>
              <strong>{job.title}</strong>
              <span>{[job.customer.name, job.address?.city].filter(Boolean).join(' · ')}</span>
              <WaitingMark id={job.id} />
            </Link>
            <PriorityBadge priority={job.priority} />
            <Button
              variant="light"
              mih={44}
              aria-label={say('planJob', { title: job.title })}
              onPointerDown={(event) => event.stopPropagation()}
              onClick={() => onPlan(job)}
            >
              {say('plan')}
            </Button>
          </li>
        ))}
      </ul>
      <ShowMore pages={pages} />
    </Paper>
  );
}
