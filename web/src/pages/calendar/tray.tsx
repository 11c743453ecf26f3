// Unscheduled jobs, to drag to the calendar or schedule in a dialog.
import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import type { DragEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { ShowMore, usePages } from '../../parts/pages.tsx';
import { PriorityBadge } from '../../parts/status-badge.tsx';
import { useWords } from '../../words/words.ts';
import { calendarWords } from './calendar-words.ts';
import { setDraggedJob } from './dragged-job.ts';

const jobsOnPage = 20;

interface TrayProps {
  canDrag: boolean;
  onPlan: (job: ListedWorkItem) => void;
}

export function Tray({ canDrag, onPlan }: TrayProps): ReactNode {
  const say = useWords(calendarWords);
  const pages = usePages([kinds.workItems, 'tray'], () =>
    client.workItems.list({ status: 'pending', sort: '-priority', limit: jobsOnPage }),
  );
  return (
    <Paper component="aside" withBorder p="sm" aria-labelledby="calendar-tray">
      <Title order={2} size="h5" mb="xs" id="calendar-tray">
        {say('tray')}
      </Title>
      {pages.error !== null && !pages.data && (
        <ErrorNote error={pages.error} onRetry={pages.refetch} />
      )}
      <Text size="sm" mb="xs">
        {say(pages.data?.length === 0 ? 'trayEmpty' : canDrag ? 'trayDragHint' : 'trayHint')}
      </Text>
      <Stack component="ul" gap="xs" className="calendar-list">
        {pages.data?.map((job) => (
          <li
            key={job.id}
            className="calendar-waiting"
            draggable={canDrag}
            onDragStart={(event: DragEvent) => setDraggedJob(event.dataTransfer, job)}
          >
            <Link href={`/jobs/${job.id}`}>
              <strong>{job.title}</strong>
              <span>{[job.customer.name, job.address?.city].filter(Boolean).join(' · ')}</span>
            </Link>
            <PriorityBadge priority={job.priority} />
            <Button
              variant="light"
              mih={44}
              aria-label={say('planJob', { title: job.title })}
              onClick={() => onPlan(job)}
            >
              {say('plan')}
            </Button>
          </li>
        ))}
      </Stack>
      <ShowMore pages={pages} />
    </Paper>
  );
}
