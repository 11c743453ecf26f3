// Six weeks. Narrow days show a dot for each job, and the jobs of the chosen day below.
import type { KeyboardEvent, ReactNode } from 'react';
import { useFormat } from '../../words/format.ts';
import { addDays, dayOf } from '../../words/wall-time.ts';
import { useWords } from '../../words/words.ts';
import { dayAttributes } from './calendar-point.ts';
import { weekNumber } from './calendar-range.ts';
import { calendarWords } from './calendar-words.ts';
import type { JobSpan } from './grid-column.ts';
import { JobBox, type JobActions } from './job-box.tsx';
import { isOnDay } from '../../parts/job-times.ts';
import { inOrder, laneWidthPxMin } from './lanes.ts';
import { dayNameInYear, weekdayName } from './period-name.ts';
import type { ShownPerson } from './shown-person.ts';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';

interface MonthGridProps {
  /** Of six weeks. */
  days: string[];
  /** A day of the month shown. */
  day: string;
  jobs: JobSpan[];
  ghost: JobSpan | null;
  shown: ShownPerson;
  widthPx: number;
  actions: JobActions;
  onDay: (day: string) => void;
  onFolded: (jobs: ListedWorkItem[], day: string) => void;
}

const weekdays = 7;
const jobsInDayMax = 3;
const dotsMax = 4;
const weekNumberWidthPx = 28;
const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -weekdays,
  ArrowDown: weekdays,
};

export function isNarrowMonth(widthPx: number): boolean {
  return (widthPx - weekNumberWidthPx) / weekdays < laneWidthPxMin;
}

export function MonthGrid(props: MonthGridProps): ReactNode {
  const { days, day: chosen, jobs, ghost, shown, widthPx, actions, onDay, onFolded } = props;
  const say = useWords(calendarWords);
  const { locale, timeZone } = useFormat();
  const today = dayOf(Date.now(), timeZone);
  const isNarrow = isNarrowMonth(widthPx);
  const sorted = inOrder(jobs);
  const step = (event: KeyboardEvent<HTMLElement>, day: string) => {
    const by = steps[event.key];
    if (by === undefined) return;
    // Arrows scroll the page.
    event.preventDefault();
    const grid = event.currentTarget.closest('.month-grid');
    grid?.querySelector<HTMLElement>(`[data-day="${addDays(day, by)}"] .month-number`)?.focus();
  };
  return (
    <div className="month-grid" data-narrow={isNarrow || undefined}>
      <div className="month-weekdays" aria-hidden="true">
        <span />
        {days.slice(0, weekdays).map((day) => (
          <span key={day}>{weekdayName(day, locale)}</span>
        ))}
      </div>
      {days.map((day, index) => {
        const ofDay = sorted.filter(({ job }) => isOnDay(job, day, timeZone)).map(({ job }) => job);
        const room = ofDay.length > jobsInDayMax ? jobsInDayMax - 1 : jobsInDayMax;
        const name = dayNameInYear(day, locale);
        return (
          <MonthDay key={day} weekNumber={index % weekdays === 0 ? weekNumber(day) : null}>
            <div
              className="month-day"
              data-outside={day.slice(0, 7) !== chosen.slice(0, 7) || undefined}
              data-chosen={(isNarrow && day === chosen) || undefined}
              {...dayAttributes(day, false, shown)}
            >
              <button
                type="button"
                className="month-number"
                data-today={day === today || undefined}
                aria-current={day === today ? 'date' : undefined}
                aria-label={
                  ofDay.length > 0 ? say('dayWithJobs', { day: name, count: ofDay.length }) : name
                }
                onClick={() => onDay(day)}
                onKeyDown={(event) => step(event, day)}
              >
                <span>{Number(day.slice(8))}</span>
                {isNarrow && <Dots jobs={ofDay} actions={actions} />}
              </button>
              {!isNarrow &&
                ofDay
                  .slice(0, room)
                  .map((job) => (
                    <JobBox
                      key={job.id}
                      {...actions}
                      job={job}
                      lines={1}
                      isWithoutTime={dayOf(job.scheduledStart!, timeZone) < day}
                    />
                  ))}
              {!isNarrow && ofDay.length > room && (
                <button type="button" className="month-more" onClick={() => onFolded(ofDay, day)}>
                  {say('more', { count: ofDay.length - room })}
                </button>
              )}
              {ghost && isOnDay(ghost.job, day, timeZone) && (
                <div className="job-ghost">{isNarrow ? '' : ghost.job.title}</div>
              )}
            </div>
          </MonthDay>
        );
      })}
    </div>
  );
}

/** The first of a week has its number before it. */
function MonthDay(props: { weekNumber: number | null; children: ReactNode }): ReactNode {
  const say = useWords(calendarWords);
  const { weekNumber: number, children } = props;
  return (
    <>
      {number !== null && (
        <span className="month-week" title={say('weekNumber', { number })}>
          {number}
        </span>
      )}
      {children}
    </>
  );
}

function Dots({ jobs, actions }: { jobs: ListedWorkItem[]; actions: JobActions }): ReactNode {
  return (
    <span className="month-dots" aria-hidden="true">
      {jobs.slice(0, dotsMax).map((job) => (
        <span key={job.id} data-person={actions.people.personOf(job.assigneeId).colour} />
      ))}
    </span>
  );
}
