// All jobs of a time or day that has no room for them.
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { WaitingMark } from '../../parts/waiting-mark.tsx';
import { useFormat } from '../../words/format.ts';
import type { PlanPeople } from '../../parts/plan-people.ts';
import { timesText } from '../../parts/job-times.ts';
import { dayName } from './period-name.ts';
import { PersonName } from './person-name.tsx';

export interface FoldedJobs {
  jobs: ListedWorkItem[];
  day: string;
}

interface FoldedDialogProps extends FoldedJobs {
  people: PlanPeople;
  onOpen: (job: ListedWorkItem) => void;
  onClose: () => void;
}

export function FoldedDialog({ jobs, day, people, onOpen, onClose }: FoldedDialogProps): ReactNode {
  const format = useFormat();
  return (
    <Dialog title={dayName(day, format.locale)} onClose={onClose} centered>
      <Stack component="ul" gap="xs" className="calendar-list">
        {jobs.map((job) => {
          const person = people.personOf(job.assigneeId);
          return (
            <li key={job.id}>
              <button
                type="button"
                className="folded-job"
                data-person={person.colour}
                onClick={() => {
                  onClose();
                  onOpen(job);
                }}
              >
                <span>{timesText(job, format)}</span>
                <strong>{job.title}</strong>
                <span>{[job.customer.name, job.address?.city].filter(Boolean).join(' · ')}</span>
                {!people.isOnePerson && <PersonName person={person} />}
                {job.status !== 'scheduled' && <StatusBadge status={job.status} />}
                <WaitingMark id={job.id} />
              </button>
            </li>
          );
        })}
      </Stack>
    </Dialog>
  );
}
