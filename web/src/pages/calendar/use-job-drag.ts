// Drags a job to another time, day or person, or one of its ends; the calendar shows where it would land.
import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { dayOf } from '../../words/wall-time.ts';
import type { Point } from './auto-scroll.ts';
import { type Change, isChange } from './calendar-data.ts';
import { calendarPointAt, type ColumnPoint } from './calendar-point.ts';
import { type CalendarPoint, type Edge, movedPlan, newPlan, resizedPlan } from './dragged-plan.ts';
import { type Following, followPointer } from './pointer-drag.ts';

export interface DraggedJob {
  job: ListedWorkItem;
  /** Null outside the calendar, and before it has moved. */
  change: Change | null;
}

export type PickUp = (event: PointerEvent, job: ListedWorkItem, edge?: Edge) => void;

interface JobDrag {
  dragged: DraggedJob | null;
  pickUp: PickUp;
  /** The label that follows the pointer. */
  label: RefObject<HTMLDivElement | null>;
}

const labelGapPx = 16;

export function useJobDrag(
  root: RefObject<HTMLElement | null>,
  timeZone: string,
  onDrop: (job: ListedWorkItem, change: Change) => void,
): JobDrag {
  const [dragged, setDragged] = useState<DraggedJob | null>(null);
  const following = useRef<Following | null>(null);
  const label = useRef<HTMLDivElement>(null);
  const at = useRef<Point>(null);
  const placeLabel = () => label.current && at.current && moveLabel(label.current, at.current);
  // Its width depends on what it says.
  useLayoutEffect(() => void placeLabel(), [dragged]);
  useEffect(() => {
    const holdPage = (event: TouchEvent) => {
      if (following.current?.isDragging() && event.cancelable) event.preventDefault();
    };
    // Registered up front: WebKit ignores preventDefault in a listener added during the touch.
    const element = root.current;
    element?.addEventListener('touchmove', holdPage, { passive: false });
    return () => {
      element?.removeEventListener('touchmove', holdPage);
      following.current?.stop();
    };
  }, [root]);

  const pickUp: PickUp = (event, job, edge) => {
    if (!event.isPrimary || event.button !== 0) return;
    const down = event.nativeEvent;
    const grabbed = calendarPointAt(down);
    let change: Change | null = null;
    const show = () => setDragged({ job, change });
    following.current?.stop();
    following.current = followPointer(down, {
      start() {
        at.current = down;
        show();
      },
      move(point) {
        at.current = point;
        placeLabel();
        const to = calendarPointAt(point);
        const next = to && changeTo(job, { grabbed, to, edge, timeZone });
        if (JSON.stringify(next) === JSON.stringify(change)) return;
        change = next;
        show();
      },
      drop: () => change && isChange(job, change) && onDrop(job, change),
      end: () => setDragged(null),
    });
  };
  return { dragged, pickUp, label };
}

/** Above the pointer, within the screen. */
function moveLabel(label: HTMLElement, { clientX, clientY }: Point): void {
  const left = clientX - label.offsetWidth / 2;
  const leftMax = innerWidth - label.offsetWidth - labelGapPx;
  const top = clientY - label.offsetHeight - labelGapPx;
  label.style.translate = `${Math.max(Math.min(left, leftMax), labelGapPx)}px ${Math.max(top, 0)}px`;
}

interface Move {
  grabbed: ColumnPoint | null;
  to: ColumnPoint;
  edge: Edge | undefined;
  timeZone: string;
}

function changeTo(job: ListedWorkItem, { grabbed, to, edge, timeZone }: Move): Change | null {
  const { assigneeId } = to;
  if (edge) return to.minutes === null ? null : { plan: resizedPlan(job, edge, to, timeZone) };
  // A job that was reopened still has its old times, and is in the tray.
  const isInTray = job.status === 'pending' && grabbed === null;
  const plan =
    job.scheduledStart && !isInTray
      ? // In the list below a narrow month it was grabbed at no point of the calendar.
        movedPlan(job, grabbed ?? dayOfJob(job.scheduledStart, timeZone), to, timeZone)
      : newPlan(to, timeZone);
  return { plan, ...(assigneeId !== undefined && { assigneeId }) };
}

function dayOfJob(start: string, timeZone: string): CalendarPoint {
  return { day: dayOf(start, timeZone), minutes: null };
}
