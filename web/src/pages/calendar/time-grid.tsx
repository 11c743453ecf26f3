// The hours of some days, or of one day for each person.
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useFormat } from '../../words/format.ts';
import { useMinute } from '../../words/use-minute.ts';
import { hourPx, topPxOf } from './hour-scale.ts';
import type { GridProps } from './grid-column.ts';
import { localMinutes, minutesAtStartOf, minutesInDay, partOn, takesWholeDay } from './job-span.ts';
import { columnWidthPxMin } from './lanes.ts';
import { TimeColumn } from './time-column.tsx';
import { WholeDays } from './whole-days.tsx';

interface TimeGridProps extends GridProps {
  /** The number of the week. */
  corner: ReactNode;
  columnsWidthPx: number;
}

const firstShownMinutes = 7 * 60;
const hours = Array.from({ length: 23 }, (_, index) => index + 1);
const minuteMs = 60_000;

export function TimeGrid(props: TimeGridProps): ReactNode {
  const { columns, jobsIn, jobs, ghost, corner, columnsWidthPx } = props;
  const root = useRef<HTMLDivElement>(null);
  const now = useNow();
  const columnWidthPx = Math.max(columnWidthPxMin, columnsWidthPx / columns.length);
  const withHours = jobs.filter((job) => !takesWholeDay(job));
  // What began the day before does not hide the morning.
  const starts = columns.flatMap((column) =>
    jobsIn(column, withHours).map((job) => partOn(job, column.day)?.from || firstShownMinutes),
  );
  const shownFrom = Math.min(firstShownMinutes, ...starts);
  const firstColumn = columns[0]!.key;
  useLayoutEffect(() => {
    if (root.current) root.current.scrollTop = topPxOf(shownFrom) - hourPx / 4;
    // Only when other days are shown: a job that moves must not scroll the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [firstColumn, columns.length]);
  const style = {
    '--columns': columns.length,
    '--column-min': `${columnWidthPxMin}px`,
    '--hour': `${hourPx}px`,
  } as CSSProperties;
  const nowShown = columns
    .map(({ day }) => now - minutesAtStartOf(day))
    .find((minutes) => minutes >= 0 && minutes < minutesInDay);
  const ghostWithHours = ghost && !takesWholeDay(ghost) ? [ghost] : [];
  return (
    <div ref={root} className="time-grid" style={style}>
      <div className="time-head">
        <div className="time-corner">{corner}</div>
        {columns.map(({ key, heading }) => (
          <div key={key} className="time-heading">
            {heading}
          </div>
        ))}
        <WholeDays {...props} />
      </div>
      <div className="time-body">
        <div className="time-hours" aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour} style={{ top: hour * hourPx }}>
              {String(hour).padStart(2, '0')}
              <span className="time-minutes">:00</span>
            </span>
          ))}
          {nowShown !== undefined && (
            <span className="time-now-mark" style={{ top: topPxOf(nowShown) }} />
          )}
        </div>
        {columns.map((column) => (
          <TimeColumn
            key={column.key}
            {...props}
            column={column}
            columnWidthPx={columnWidthPx}
            jobs={jobsIn(column, withHours)}
            ghosts={jobsIn(column, ghostWithHours)}
            nowMinutes={now - minutesAtStartOf(column.day)}
          />
        ))}
      </div>
    </div>
  );
}

/** The local time, in minutes. */
function useNow(): number {
  const { timeZone } = useFormat();
  return localMinutes(useMinute() * minuteMs, timeZone);
}
