// The jobs of a period as a list, day by day.
import { Button, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { assigneeWords } from '../../parts/assignee-words.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Icon } from '../../parts/icon.tsx';
import type { DayRange } from '../../parts/plan-times.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { WaitingMark } from '../../parts/waiting-mark.tsx';
import { useFormat } from '../../words/format.ts';
import { dayOf } from '../../words/wall-time.ts';
import { useWords } from '../../words/words.ts';
import { isMovable } from './calendar-data.ts';
import { daysOf } from './calendar-range.ts';
import { calendarWords } from './calendar-words.ts';
import type { JobActions } from './job-box.tsx';
import { isOnDay, timesText } from '../../parts/job-times.ts';
import { dayName } from './period-name.ts';
import { PersonName } from './person-name.tsx';
import type { ShownPerson } from './shown-person.ts';

interface AgendaListProps {
  jobs: ListedWorkItem[];
  range: DayRange;
  shown: ShownPerson;
  onShow: (person: ShownPerson) => void;
  actions: JobActions;
  /** To a day of the month above. */
  canDrag?: boolean;
  onPlan: (job: ListedWorkItem) => void;
}

export function AgendaList(props: AgendaListProps): ReactNode {
  const { jobs, range, shown, onShow, actions, canDrag = false, onPlan } = props;
  const say = useWords(calendarWords);
  const sayWhose = useWords(assigneeWords);
  const format = useFormat();
  const today = dayOf(Date.now(), format.timeZone);
  if (jobs.length === 0) {
    return (
      <EmptyState
        icon="calendar"
        title={say('freeWeek')}
        hint={say('freeWeekHint')}
        action={
          shown === undefined ? (
            <Button component={Link} href="/leads" variant="default">
              {say('toLeads')}
            </Button>
          ) : (
            <Button variant="default" onClick={() => onShow(undefined)}>
              {sayWhose('showEveryone')}
            </Button>
          )
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
                <Entry key={job.id} {...{ job, actions, canDrag, onPlan }} />
              ))}
            </ul>
          </section>
        );
      })}
    </Stack>
  );
}

interface EntryProps extends Pick<AgendaListProps, 'actions' | 'canDrag' | 'onPlan'> {
  job: ListedWorkItem;
}

function Entry({ job, actions, canDrag, onPlan }: EntryProps): ReactNode {
  const say = useWords(calendarWords);
  const format = useFormat();
  const { people, draggedId, pickUp } = actions;
  const person = people.personOf(job.assigneeId);
  const isDraggable = canDrag && isMovable(job);
  return (
    <li
      className="calendar-entry"
      data-person={person.colour}
      data-movable={isDraggable || undefined}
      data-dragged={draggedId === job.id || undefined}
      {...(isDraggable && { onPointerDown: (event) => pickUp(event, job) })}
    >
      <Link href={`/jobs/${job.id}`}>
        <strong>{timesText(job, format)}</strong>
        <span>{job.title}</span>
        <span>{[job.customer.name, job.address?.city].filter(Boolean).join(' · ')}</span>
        {!people.isOnePerson && <PersonName person={person} />}
        {job.status !== 'scheduled' && <StatusBadge status={job.status} />}
        <WaitingMark id={job.id} />
      </Link>
      {isMovable(job) && (
        <Button
          variant="default"
          h={44}
          px="sm"
          aria-label={say('rescheduleJob', { title: job.title })}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => onPlan(job)}
        >
          <Icon name="clock" />
        </Button>
      )}
    </li>
  );
}
