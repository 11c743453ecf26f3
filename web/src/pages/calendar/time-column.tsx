// One column of the grid of hours.
import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { useFormat } from '../../words/format.ts';
import { dayOf, lastDayOf } from '../../words/wall-time.ts';
import { useWords } from '../../words/words.ts';
import { calendarPointAt, dayAttributes } from './calendar-point.ts';
import { topPxOf } from './hour-scale.ts';
import { calendarWords } from './calendar-words.ts';
import { type Edge, slotAt } from './dragged-plan.ts';
import type { GridColumn, GridProps, JobSpan } from './grid-column.ts';
import { isMovable } from './calendar-data.ts';
import { JobBox } from './job-box.tsx';
import { minutesInDay, partOn, type Span } from './job-span.ts';
import { hoursText, timesText } from '../../parts/job-times.ts';
import { foldWidthPx, inOrder, layOutColumn } from './lanes.ts';

interface TimeColumnProps extends Pick<GridProps, 'actions' | 'onFolded' | 'onSlot'> {
  column: GridColumn;
  columnWidthPx: number;
  jobs: JobSpan[];
  ghosts: JobSpan[];
  /** Since this day's midnight; another day's are out of range. */
  nowMinutes: number;
}

const linePx = 16;
const paddingPx = 6;

export function TimeColumn(props: TimeColumnProps): ReactNode {
  const { column, columnWidthPx, jobs, ghosts, nowMinutes, actions, onFolded, onSlot } = props;
  const { day, assigneeId, name } = column;
  const say = useWords(calendarWords);
  const format = useFormat();
  const parts = partsOn(day, jobs);
  const { placed, folds } = layOutColumn(parts, columnWidthPx);
  const clickFree = (event: MouseEvent<HTMLElement>) => {
    const point = event.target === event.currentTarget ? calendarPointAt(event) : null;
    if (point) onSlot({ ...slotAt(point), assigneeId });
  };
  return (
    // By keyboard, the button above the calendar makes a new job.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className="time-column"
      role="group"
      aria-label={name}
      onClick={clickFree}
      {...dayAttributes(day, true, assigneeId)}
    >
      {placed.map(({ item, lane, lanes, hasFold }) => (
        <JobBox
          key={item.job.id}
          {...actions}
          job={item.job}
          lines={linesIn(item)}
          style={{ ...heightOf(item), ...widthOf(lane, lanes, hasFold ? foldWidthPx : 0) }}
        >
          {edgesOn(day, item.job, format.timeZone).map((edge) => (
            <span
              key={edge}
              className="job-box-edge"
              data-edge={edge}
              onPointerDown={(event) => {
                event.stopPropagation();
                actions.pickUp(event, item.job, edge);
              }}
            />
          ))}
        </JobBox>
      ))}
      {folds.map((fold) => (
        <button
          key={fold.items[0]!.job.id}
          type="button"
          className="time-fold"
          style={heightOf(fold)}
          aria-label={say('foldedAt', {
            count: fold.items.length,
            time: timesText(fold.items[0]!.job, format),
          })}
          onClick={() => onFolded(besideFold(parts, fold), day)}
        >
          {say('plus', { count: fold.items.length })}
        </button>
      ))}
      {partsOn(day, ghosts).map((part) => (
        <div key={part.job.id} className="job-ghost" style={heightOf(part)}>
          {hoursText(part.job, format)}
        </div>
      ))}
      {nowMinutes >= 0 && nowMinutes < minutesInDay && (
        <div className="time-now" style={{ top: topPxOf(nowMinutes) }} />
      )}
    </div>
  );
}

/** The ends that can be dragged. */
function edgesOn(day: string, job: ListedWorkItem, timeZone: string): Edge[] {
  const { scheduledStart, scheduledEnd } = job;
  if (!scheduledStart || !isMovable(job)) return [];
  const hasStart = scheduledEnd !== null && dayOf(scheduledStart, timeZone) === day;
  const hasEnd = lastDayOf(scheduledStart, scheduledEnd, timeZone) === day;
  return [...(hasStart ? (['start'] as const) : []), ...(hasEnd ? (['end'] as const) : [])];
}

function partsOn(day: string, jobs: readonly JobSpan[]): JobSpan[] {
  return jobs.flatMap((span) => {
    const part = partOn(span, day);
    return part ? [{ ...part, job: span.job }] : [];
  });
}

/** All of that time, also those that have room. */
function besideFold(parts: readonly JobSpan[], fold: Span): ListedWorkItem[] {
  return inOrder(parts)
    .filter(({ from, to }) => from < fold.to && fold.from < to)
    .map(({ job }) => job);
}

function heightOf({ from, to }: Span): CSSProperties {
  return { top: topPxOf(from), height: topPxOf(to - from) };
}

function linesIn({ from, to }: Span): number {
  return Math.floor((topPxOf(to - from) - paddingPx) / linePx);
}

function widthOf(lane: number, lanes: number, besidePx: number): CSSProperties {
  const width = `(100% - ${besidePx}px) / ${lanes}`;
  return { left: `calc(${width} * ${lane})`, width: `calc(${width})` };
}
