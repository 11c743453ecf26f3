// The columns of each view, and the jobs in them.
import type { ReactNode } from 'react';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import type { DayRange } from '../../parts/plan-times.ts';
import { useFormat } from '../../words/format.ts';
import { addDays, dayOf } from '../../words/wall-time.ts';
import { useWords } from '../../words/words.ts';
import { AgendaList } from './agenda-list.tsx';
import { changed } from './calendar-data.ts';
import { daysOf, weekNumber } from './calendar-range.ts';
import { calendarWords } from './calendar-words.ts';
import type { GridColumn, GridProps, JobSpan } from './grid-column.ts';
import type { JobActions } from './job-box.tsx';
import { spanOf } from './job-span.ts';
import { isNarrowMonth, MonthGrid } from './month-grid.tsx';
import { dayNameInYear, weekdayName } from './period-name.ts';
import { PersonChoice } from './person-choice.tsx';
import type { ShownPerson } from './shown-person.ts';
import { TimeGrid } from './time-grid.tsx';
import type { DraggedJob } from './use-job-drag.ts';

interface ViewProps {
  day: string;
  range: DayRange;
  /** Only those of the shown person. */
  jobs: ListedWorkItem[];
  shown: ShownPerson;
  onShow: (person: ShownPerson) => void;
  dragged: DraggedJob | null;
  widthPx: number;
  columnsWidthPx: number;
  actions: JobActions;
  onFolded: (jobs: ListedWorkItem[], day: string) => void;
  onSlot: GridProps['onSlot'];
}

/** A column for each person, and one for the work of nobody. */
export function DayGrid(props: ViewProps): ReactNode {
  const { day, actions, shown, onShow } = props;
  const { people, isOnePerson, personOf } = actions.people;
  const { locale } = useFormat();
  const name = dayNameInYear(day, locale);
  const everybody: GridColumn = { key: day, day, name, heading: name };
  const columns = isOnePerson
    ? [everybody]
    : people
        .filter(({ id }) => shown === undefined || id === shown)
        .map((person) => ({
          key: `${day} ${person.id}`,
          day,
          assigneeId: person.id,
          name: person.name,
          heading: <PersonChoice {...{ person, shown, onShow }} />,
        }));
  const isIn = ({ assigneeId }: GridColumn, { job }: JobSpan) =>
    assigneeId === undefined || personOf(job.assigneeId).id === assigneeId;
  return <Hours {...props} columns={columns} isIn={isIn} />;
}

export function WeekGrid({
  onDay,
  ...props
}: ViewProps & { onDay: (day: string) => void }): ReactNode {
  const { locale, timeZone } = useFormat();
  const today = dayOf(Date.now(), timeZone);
  const columns = daysOf(props.range).map((day) => ({
    key: day,
    day,
    assigneeId: props.shown,
    name: dayNameInYear(day, locale),
    heading: (
      <button
        type="button"
        className="week-day"
        data-today={day === today || undefined}
        aria-current={day === today ? 'date' : undefined}
        onClick={() => onDay(day)}
      >
        {weekdayName(day, locale)} <span>{Number(day.slice(8))}</span>
      </button>
    ),
  }));
  return <Hours {...props} columns={columns} isIn={() => true} />;
}

interface HoursProps extends ViewProps {
  columns: GridColumn[];
  isIn: (column: GridColumn, job: JobSpan) => boolean;
}

function Hours({ columns, isIn, ...props }: HoursProps): ReactNode {
  const say = useWords(calendarWords);
  const { timeZone } = useFormat();
  const { jobs, dragged, range, columnsWidthPx, actions, onFolded, onSlot } = props;
  return (
    <TimeGrid
      columns={columns}
      jobs={jobs.map((job) => ({ ...spanOf(job, timeZone), job }))}
      jobsIn={(column, all) => all.filter((job) => isIn(column, job))}
      ghost={ghostOf(dragged, timeZone)}
      corner={
        <span title={say('weekNumber', { number: weekNumber(range.from) })}>
          <span className="time-word">{say('week')}</span> {weekNumber(range.from)}
        </span>
      }
      {...{ columnsWidthPx, actions, onFolded, onSlot }}
    />
  );
}

interface MonthProps extends ViewProps {
  onPlan: (job: ListedWorkItem) => void;
  /** A narrow month shows the jobs of the chosen day below. */
  onDay: (day: string, isChosen: boolean) => void;
}

export function MonthView({ onDay, onPlan, ...props }: MonthProps): ReactNode {
  const { timeZone } = useFormat();
  const { jobs, day, range, dragged, shown, onShow, widthPx, actions, onFolded } = props;
  const isNarrow = isNarrowMonth(widthPx);
  return (
    <>
      <MonthGrid
        days={daysOf(range)}
        jobs={jobs.map((job) => ({ ...spanOf(job, timeZone), job }))}
        ghost={ghostOf(dragged, timeZone)}
        onDay={(to) => onDay(to, isNarrow)}
        {...{ day, shown, widthPx, actions, onFolded }}
      />
      {isNarrow && (
        <AgendaList
          jobs={jobs}
          range={{ from: day, to: addDays(day, 1) }}
          {...{ actions, shown, onShow }}
          canDrag
          onPlan={onPlan}
        />
      )}
    </>
  );
}

function ghostOf(dragged: DraggedJob | null, timeZone: string): JobSpan | null {
  if (!dragged?.change) return null;
  const job = changed(dragged.job, dragged.change);
  return { ...spanOf(job, timeZone), job };
}
