// What else is planned on the day that is being chosen.
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListedWorkItem, WorkItem } from '../../../sdk/src/index.ts';
import { useFormat } from '../words/format.ts';
import { addDays } from '../words/wall-time.ts';
import { useWords } from '../words/words.ts';
import { Icon } from './icon.tsx';
import { isOnDay, timesText } from './job-times.ts';
import { usePlannedJobs } from './plan-data.ts';
import { overlapping } from './plan-overlaps.ts';
import { type PlanPeople, usePlanPeople } from './plan-people.ts';
import { planWords } from './plan-words.ts';

// Less than the calendar: a dialog should not read hundreds of earlier jobs.
const lookBackDays = 14;

export type PlannedJob = Pick<
  WorkItem,
  'id' | 'status' | 'assigneeId' | 'scheduledStart' | 'scheduledEnd'
>;

export function PlanDay({ day, job }: { day: string; job: PlannedJob }): ReactNode {
  const say = useWords(planWords);
  const format = useFormat();
  const people = usePlanPeople();
  const { data, isPlaceholderData } = usePlannedJobs(
    { from: day, to: addDays(day, 1) },
    format.timeZone,
    lookBackDays,
  );
  if (!data || isPlaceholderData) return null;
  const others = data.jobs
    .filter((other) => other.id !== job.id && isOnDay(other, day, format.timeZone))
    .toSorted((one, other) => one.scheduledStart!.localeCompare(other.scheduledStart!));
  // A job of nobody may become anybody's.
  const isNear = ({ assigneeId }: ListedWorkItem) =>
    people.isOnePerson || job.assigneeId === null || assigneeId === job.assigneeId;
  const near = others.filter(isNear);
  const ofOthers = others.filter((other) => !isNear(other));
  const atOnce = job.scheduledStart ? overlapping(near, job, people.isOnePerson) : [];
  const name = new Intl.DateTimeFormat(format.locale, {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(new Date(`${day}T00:00:00Z`));
  return (
    <section className="plan-day" aria-live="polite">
      <Text size="sm" fw={600}>
        {say(near.length > 0 ? 'alsoThatDay' : 'freeThatDay', { day: name })}
      </Text>
      <Jobs jobs={near} atOnce={atOnce} people={people} />
      {ofOthers.length > 0 && (
        <details>
          <summary>{say('ofOthers', { count: ofOthers.length })}</summary>
          <Jobs jobs={ofOthers} atOnce={[]} people={people} />
        </details>
      )}
    </section>
  );
}

interface JobsProps {
  jobs: readonly ListedWorkItem[];
  atOnce: readonly ListedWorkItem[];
  people: PlanPeople;
}

function Jobs({ jobs, atOnce, people }: JobsProps): ReactNode {
  const say = useWords(planWords);
  const format = useFormat();
  return (
    <ul>
      {jobs.map((job) => (
        <li key={job.id}>
          <Text size="sm">
            {[
              timesText(job, format),
              job.title,
              job.address?.city,
              people.isOnePerson ? null : people.personOf(job.assigneeId).name,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          {atOnce.includes(job) && (
            <Group gap={4} c="var(--mantine-color-error)" fz="sm" fw={600} wrap="nowrap">
              <Icon name="warning" size={16} />
              {say('overlaps')}
            </Group>
          )}
        </li>
      ))}
    </ul>
  );
}
