// Which point of the calendar is below the pointer.
import type { Point } from './auto-scroll.ts';
import type { CalendarPoint } from './dragged-plan.ts';
import { minutesAt } from './hour-scale.ts';

export interface ColumnPoint extends CalendarPoint {
  /** Of the person whose column it is; null for nobody; undefined where columns are days. */
  assigneeId: string | null | undefined;
}

/** The attributes of an element that stands for a day, or for the hours of a day. */
export function dayAttributes(day: string, hasHours: boolean, assigneeId?: string | null) {
  return {
    'data-day': day,
    ...(hasHours && { 'data-hours': '' }),
    ...(assigneeId !== undefined && { 'data-assignee': assigneeId ?? '' }),
  };
}

/** Looks below the bars that cover the edges of the grid, where dragging scrolls it. */
export function calendarPointAt({ clientX, clientY }: Point): ColumnPoint | null {
  const below = document
    .elementsFromPoint(clientX, clientY)
    .find((element) => element instanceof HTMLElement && element.matches('[data-day]'));
  if (!(below instanceof HTMLElement)) return null;
  const { day, hours, assignee } = below.dataset;
  const minutes = minutesAt(clientY - below.getBoundingClientRect().top);
  return {
    day: day!,
    minutes: hours === undefined ? null : minutes,
    assigneeId: assignee === undefined ? undefined : assignee || null,
  };
}
