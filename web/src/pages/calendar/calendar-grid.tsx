// The week and month grids, with drag and drop by mouse or touch (touch-drag.ts).
import 'dayjs/locale/nl';
import {
  MonthView,
  type ScheduleEventData,
  type ScheduleLabelsOverride,
  WeekView,
  type WeekViewProps,
} from '@mantine/schedule';
import '@mantine/schedule/styles.css';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import type { Plan } from '../../parts/plan-dialog.tsx';
import { useIsPhone } from '../../parts/screen-width.ts';
import { useFormat } from '../../words/format.ts';
import { addDays, addMinutes, dayOf, wallTimeOf } from '../../words/wall-time.ts';
import { useLanguage, useWords } from '../../words/words.ts';
import { maxOverlap } from './overlap.ts';
import { isMovable } from './calendar-data.ts';
import { eventOf, isInRow, jobOf, movedPlan, plannedPlan } from './calendar-events.ts';
import { daysOnPhone, weekdayOf } from './calendar-range.ts';
import { calendarWords } from './calendar-words.ts';
import { draggedJobIn } from './dragged-job.ts';
import { EventBody } from './event-body.tsx';
import { dayNameInYear } from './period-name.ts';

interface CalendarGridProps {
  view: 'week' | 'month';
  day: string;
  jobs: ListedWorkItem[];
  onDrop: (job: ListedWorkItem, plan: Plan) => void;
  onOpen: (job: ListedWorkItem) => void;
  onDay: (day: string) => void;
  onSlot: (slot: { start: string; end: string }) => void;
}

const firstHour = '06:00:00';
// One hour earlier, since the all-day row covers an hour.
const firstHourBelowRow = '05:00:00';
const dayStart = '09:00:00';
const snapMinutes = 15;
const usualMinutes = 120;
const eventsInDayMax = 3;
// Two lines each, in the same space.
const eventsInDayMaxOnPhone = 2;
// Room for two jobs, one above the other, each large enough to touch.
const allDayRowPixels = 56;

export default function CalendarGrid(props: CalendarGridProps): ReactNode {
  const { view, day, jobs, onDrop, onOpen, onDay, onSlot } = props;
  const say = useWords(calendarWords);
  const language = useLanguage();
  const { locale, timeZone } = useFormat();
  const isPhone = useIsPhone();
  const labels: ScheduleLabelsOverride = {
    allDay: say('allDay'),
    timeSlot: say('timeSlot'),
    more: say('moreTitle'),
    moreLabel: (count) => say('more', { count }),
  };
  const dropFromTray = (transfer: DataTransfer, wallTime: string) => {
    const job = draggedJobIn(transfer);
    if (!job) return;
    // Dropped on a day of the month view: start with the working day.
    const start = wallTime.endsWith(' 00:00:00')
      ? `${wallTime.slice(0, 10)} ${dayStart}`
      : wallTime;
    onDrop(job, plannedPlan(start, addMinutes(start, usualMinutes), timeZone));
  };
  const events = jobs.map((job) => eventOf(job, timeZone));
  const common = {
    date: day,
    className: 'calendar-grid',
    withHeader: false,
    locale: language,
    labels,
    events,
    renderEventBody: (event: ScheduleEventData) => (
      <EventBody job={jobOf(event)} isShort={view === 'month'} />
    ),
    withEventsDragAndDrop: true,
    canDragEvent: (event: ScheduleEventData) => isMovable(jobOf(event)),
    onEventDrop: ({ event, newStart }: Dropped) =>
      onDrop(jobOf(event), movedPlan(jobOf(event), newStart, timeZone)),
    onEventClick: (event: ScheduleEventData) => onOpen(jobOf(event)),
    onExternalEventDrop: dropFromTray,
  };
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => removeDayLabels(root.current));
  const hasJobs = jobs.length > 0;
  useLayoutEffect(() => scrollToToday(root.current), [view, day, hasJobs]);
  if (view === 'month') {
    const today = dayOf(Date.now(), timeZone);
    return (
      <MonthView
        {...common}
        ref={root}
        onDayClick={onDay}
        maxEventsPerDay={isPhone ? eventsInDayMaxOnPhone : eventsInDayMax}
        withWeekNumbers={!isPhone}
        // The default highlights today in the device's time zone, not the brand's.
        highlightToday={false}
        getDayProps={(date) => ({
          'aria-label': dayNameInYear(date, locale),
          ...(date === today && { mod: { today: true }, 'aria-current': 'date' }),
        })}
      />
    );
  }
  const inColumns = events.filter((event) => !isInRow(event));
  const isRowShown = inColumns.length < events.length;
  return (
    <WeekView
      {...common}
      {...(isPhone && fewDaysFrom(day))}
      ref={root}
      style={{ '--calendar-side-by-side': maxOverlap(inColumns) }}
      withAllDaySlots={isRowShown}
      allDaySlotHeight={allDayRowPixels}
      startScrollTime={isRowShown ? firstHourBelowRow : firstHour}
      eventDragInterval={snapMinutes}
      withEventResize
      eventResizeInterval={snapMinutes}
      canResizeEvent={common.canDragEvent}
      onEventResize={({ event, newStart, newEnd }) =>
        onDrop(jobOf(event), plannedPlan(newStart, newEnd, timeZone))
      }
      getCurrentTime={() => wallTimeOf(Date.now(), timeZone)}
      highlightToday
      onDateChange={onDay}
      onTimeSlotClick={({ slotStart }) =>
        onSlot({
          start: addMinutes(slotStart, 0),
          end: addMinutes(slotStart, usualMinutes),
        })
      }
      scrollAreaProps={{ mah: 'calc(100dvh - 15rem)' }}
    />
  );
}

interface Dropped {
  event: ScheduleEventData;
  newStart: string;
}

/** The grid's aria-labels are numeric dates; without them the visible text is the label. */
function removeDayLabels(root: HTMLElement | null): void {
  for (const button of root?.querySelectorAll('.mantine-WeekView-weekViewDayLabel') ?? []) {
    button.removeAttribute('aria-label');
  }
}

/** Scrolls sideways when not all days fit. */
function scrollToToday(root: HTMLElement | null): void {
  const label = root?.querySelector<HTMLElement>('.mantine-WeekView-weekViewDayLabel[data-today]');
  const viewport = label?.closest('.mantine-ScrollArea-viewport');
  const hours = root?.querySelector<HTMLElement>('.mantine-WeekView-weekViewSlotLabels');
  if (viewport) viewport.scrollLeft = label!.offsetLeft - (hours?.offsetWidth ?? 0);
}

/** A week that starts on that day, with all but the first days hidden. */
function fewDaysFrom(day: string): Partial<WeekViewProps> {
  const hidden = Array.from({ length: 7 - daysOnPhone }, (_, index) =>
    weekdayOf(addDays(day, daysOnPhone + index)),
  );
  return {
    firstDayOfWeek: weekdayOf(day),
    weekendDays: hidden,
    withWeekendDays: false,
    withWeekNumber: false,
  };
}
