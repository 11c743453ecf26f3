// The jobs of a period as a list, day by day.
import { Button, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Icon } from '../../parts/icon.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { type Format, useFormat } from '../../words/format.ts';
import { periodText } from '../../words/period.ts';
import { dayOf, lastDayOf } from '../../words/wall-time.ts';
import { useWords } from '../../words/words.ts';
import { isMovable } from './calendar-data.ts';
import { isOfSeveralDays } from './calendar-events.ts';
import { daysOf, type Range } from './calendar-range.ts';
import { calendarWords } from './calendar-words.ts';
import { dayName } from './period-name.ts';

interface AgendaListProps {
  jobs: ListedWorkItem[];
  range: Range;
  onPlan: (job: ListedWorkItem) => void;
}

export function AgendaList({ jobs, range, onPlan }: AgendaListProps): ReactNode {
  const say = useWords(calendarWords);
  const format = useFormat();
  const today = dayOf(Date.now(), format.timeZone);
  if (jobs.length === 0) {
    return (
      <EmptyState
        icon="calendar"
        title={say('freeWeek')}
        hint={say('freeWeekHint')}
        action={
          <Button component={Link} href="/leads" variant="default">
            {say('toLeads')}
          </Button>
        }
      />
    );
  }
  return (
    <Stack>
      {daysOf(range).map((day) => {
        const ofDay = jobs.filter((job) => isOnDay(job, day, format.timeZone));
        return (
          <section key={day} aria-labelledby={`day-${day}`}>
            <Title order={2} size="h5" mb={4} id={`day-${day}`}>
              {day === today ? `${say('today')} · ` : ''}
              {dayName(day, format.locale)}
            </Title>
            {ofDay.length === 0 && <Text>{say('free')}</Text>}
            <ul className="calendar-list">
              {ofDay.map((job) => (
                <li key={job.id} className="calendar-entry">
                  <Link href={`/jobs/${job.id}`}>
                    <strong>{timesOf(job, format)}</strong>
                    <span>{job.title}</span>
                    <span>
                      {[job.customer.name, job.address?.city].filter(Boolean).join(' · ')}
                    </span>
                    {job.status !== 'scheduled' && <StatusBadge status={job.status} />}
                  </Link>
                  {isMovable(job) && (
                    <Button
                      variant="default"
                      h={44}
                      px="sm"
                      aria-label={say('rescheduleJob', { title: job.title })}
                      onClick={() => onPlan(job)}
                    >
                      <Icon name="clock" />
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </Stack>
  );
}

function isOnDay({ scheduledStart, scheduledEnd }: ListedWorkItem, day: string, timeZone: string) {
  if (!scheduledStart) return false;
  const last = lastDayOf(scheduledStart, scheduledEnd, timeZone);
  return dayOf(scheduledStart, timeZone) <= day && day <= last;
}

function timesOf(job: ListedWorkItem, format: Format): string {
  const { scheduledStart, scheduledEnd } = job;
  if (isOfSeveralDays(job, format.timeZone)) {
    return periodText(format, scheduledStart!, scheduledEnd);
  }
  const times = [scheduledStart, scheduledEnd].flatMap((time) => time ?? []);
  return times.map((time) => format.timeOfDay(time)).join(' – ');
}
