// The row above the hours: jobs that take a whole day, or several.
import type { ReactNode } from 'react';
import { useWords } from '../../words/words.ts';
import { dayAttributes } from './calendar-point.ts';
import { calendarWords } from './calendar-words.ts';
import type { GridProps } from './grid-column.ts';
import { JobBox } from './job-box.tsx';
import { partOn, takesWholeDay } from './job-span.ts';
import { assignLanes, inOrder } from './lanes.ts';

const lanesMax = 3;
// Below the headings of the days.
const firstRow = 2;

export function WholeDays(props: GridProps): ReactNode {
  const { columns, jobsIn, jobs, ghost, actions, onFolded } = props;
  const say = useWords(calendarWords);
  /** The columns it is in, such as 0 to 3: one after the other, or only one for each person. */
  const barOf = (span: GridProps['jobs'][number]) => {
    const within = columns.flatMap((column, index) =>
      partOn(span, column.day) && jobsIn(column, [span]).length > 0 ? [index] : [],
    );
    return within.length > 0 ? [{ from: within[0]!, to: within.at(-1)! + 1, job: span.job }] : [];
  };
  const bars = inOrder(jobs.filter(takesWholeDay).flatMap(barOf));
  const ghosts = ghost && takesWholeDay(ghost) ? barOf(ghost) : [];
  if (bars.length === 0 && ghosts.length === 0) return null;
  const laneOf = assignLanes(bars);
  const lanes = Math.min(Math.max(...laneOf, 0) + 1, lanesMax);
  const rows = `${firstRow} / span ${lanes + 1}`;
  return (
    <>
      <div className="whole-days-label" style={{ gridRow: rows }}>
        <span>{say('allDay')}</span>
      </div>
      {columns.map(({ key, day, assigneeId }, index) => (
        <div
          key={key}
          className="whole-days-cell"
          style={{ gridRow: rows, gridColumn: index + 2 }}
          {...dayAttributes(day, false, assigneeId)}
        />
      ))}
      {bars.map(({ from, to, job }, index) =>
        laneOf[index]! < lanesMax ? (
          <JobBox
            key={job.id}
            {...actions}
            job={job}
            lines={1}
            style={{
              gridRow: firstRow + laneOf[index]!,
              gridColumn: `${from + 2} / ${to + 2}`,
            }}
          />
        ) : null,
      )}
      {columns.map(({ key, day }, index) => {
        const here = bars.filter(({ from, to }) => from <= index && index < to);
        const folded = here.filter((bar) => laneOf[bars.indexOf(bar)]! >= lanesMax);
        return folded.length === 0 ? null : (
          <button
            key={key}
            type="button"
            className="whole-days-fold"
            style={{ gridRow: firstRow + lanesMax, gridColumn: index + 2 }}
            onClick={() =>
              onFolded(
                here.map(({ job }) => job),
                day,
              )
            }
          >
            {say('more', { count: folded.length })}
          </button>
        );
      })}
      {ghosts.map(({ from, to, job }) => (
        <div
          key={job.id}
          className="job-ghost"
          style={{ gridRow: rows, gridColumn: `${from + 2} / ${to + 2}` }}
        >
          {job.title}
        </div>
      ))}
    </>
  );
}
