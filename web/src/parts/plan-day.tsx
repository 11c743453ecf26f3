// What else is planned on the day that is being chosen.
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WorkItem } from '../../../sdk/src/index.ts';
import { useFormat } from '../words/format.ts';
import { addDays } from '../words/wall-time.ts';
import { useWords } from '../words/words.ts';
import { Icon } from './icon.tsx';
import { isOnDay, timesText } from './job-times.ts';
import { usePlannedJobs } from './plan-data.ts';
import { overlapping } from './plan-overlaps.ts';
import { usePlanPeople } from './plan-people.ts';
import { planWords } from './plan-words.ts';

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
  );
  if (!data || isPlaceholderData) return null;
  const others = data.jobs
    .filter((other) => other.id !== job.id && isOnDay(other, day, format.timeZone))
    .toSorted((one, other) => one.scheduledStart!.localeCompare(other.scheduledStart!));
  const atOnce = job.scheduledStart ? overlapping(others, job, people.isOnePerson) : [];
  const name = new Intl.DateTimeFormat(format.locale, {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(new Date(`${day}T00:00:00Z`));
  return (
    <section className="plan-day" aria-live="polite">
      <Text size="sm" fw={600}>
        {say(others.length > 0 ? 'alsoThatDay' : 'freeThatDay', { day: name })}
      </Text>
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            <Text size="sm">
              {[
                timesText(other, format),
                other.title,
                other.address?.city,
                people.isOnePerson ? null : people.personOf(other.assigneeId).name,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            {atOnce.includes(other) && (
              <Group gap={4} c="var(--mantine-color-error)" fz="sm" fw={600} wrap="nowrap">
                <Icon name="warning" size={16} />
                {say('overlaps')}
              </Group>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
