// Scheduled jobs: a day by person, a week, a month, or a list (the default on a phone).
import { Alert, Button, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { useOutbox } from '../../app/outbox/use-outbox.ts';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { usePlannedJobs } from '../../parts/plan-data.ts';
import { useIsPhone } from '../../parts/screen-width.ts';
import { showError } from '../../parts/show-error.tsx';
import { useFormat } from '../../words/format.ts';
import { dayOf } from '../../words/wall-time.ts';
import { useWords } from '../../words/words.ts';
import { AgendaList } from './agenda-list.tsx';
import { CalendarBar } from './calendar-bar.tsx';
import { isMovable } from './calendar-data.ts';
import { usePlanPeople } from '../../parts/plan-people.ts';
import { daysThatFit, rangeOf, type View, views } from './calendar-range.ts';
import { calendarWords } from './calendar-words.ts';
import { DayGrid, MonthView, WeekGrid } from './calendar-views.tsx';
import { DragLabel } from './drag-label.tsx';
import { type FoldedJobs, FoldedDialog } from './folded-dialog.tsx';
import { useShownPerson } from './shown-person.ts';
import { Tray } from './tray.tsx';
import { useChangeJob } from './use-change-job.ts';
import { useJobDrag } from './use-job-drag.ts';
import { useWidth } from './use-width.ts';
import { isPlanned, withWaitingPlans } from './waiting-plans.ts';
import './calendar.css';

const JobDialog = lazy(() => import('./job-dialog.tsx'));
const NewJobDialog = lazy(() => import('../jobs/new-job.tsx'));

interface Slot {
  start?: string;
  end?: string;
  assigneeId?: string | null;
}

// The column with the hours and the scrollbar. On a phone the grid also fills the padding of the page.
const besideColumnsPx = { phone: -4, desk: 62 };

export function Page(): ReactNode {
  const say = useWords(calendarWords);
  const { timeZone } = useFormat();
  const { view, day, go } = useView();
  const [, goTo] = useLocation();
  const isPhone = useIsPhone();
  const root = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(main);
  const columnsWidthPx = widthPx - (isPhone ? besideColumnsPx.phone : besideColumnsPx.desk);
  const daysInView = daysThatFit(columnsWidthPx);
  const range = rangeOf(view, day, daysInView);
  const query = usePlannedJobs(widthPx > 0 ? range : null, timeZone);
  const people = usePlanPeople();
  const [shown, show] = useShownPerson(people);
  const [selected, setSelected] = useState<ListedWorkItem | null>(null);
  const [slot, setSlot] = useState<Slot | null>(null);
  const [folded, setFolded] = useState<FoldedJobs | null>(null);
  const jobs = withWaitingPlans(useOutbox(), query.data?.jobs ?? [], isPlanned);
  const shownJobs = jobs.filter(
    ({ assigneeId }) => shown === undefined || people.personOf(assigneeId).id === shown,
  );
  // Overlaps are with all of them.
  const change = useChangeJob(jobs, people);
  const { dragged, pickUp, label } = useJobDrag(
    root,
    timeZone,
    (job, to) => void change(job, to).catch(showError),
  );
  // A finished job cannot be rescheduled: open its page.
  const open = (job: ListedWorkItem) =>
    isMovable(job) ? setSelected(job) : goTo(`/jobs/${job.id}`);
  const common = {
    day,
    range,
    jobs: shownJobs,
    shown,
    onShow: show,
    dragged,
    columnsWidthPx,
    widthPx,
    actions: { people, draggedId: dragged?.job.id, onOpen: open, pickUp },
    onFolded: (jobsThere: ListedWorkItem[], there: string) =>
      setFolded({ jobs: jobsThere, day: there }),
    onSlot: setSlot,
  };

  return (
    <>
      <PageTitle title={say('title')}>
        <Button mih={44} leftSection={<Icon name="plus" />} onClick={() => setSlot({})}>
          {say('newJob')}
        </Button>
      </PageTitle>
      <CalendarBar {...{ view, day, range, daysInView, people, shown }} onShow={show} onGo={go} />
      <div ref={root} className="calendar-columns" data-view={view}>
        <div ref={main} className="calendar-main">
          <Loaded query={query}>
            {({ isMore }) => (
              <>
                {isMore && <Alert mb="sm">{say('tooMany')}</Alert>}
                {view !== 'list' && (
                  <Text size="sm" mb="xs" className="calendar-hold-hint">
                    {say('holdHint')}
                  </Text>
                )}
                {view === 'list' && <AgendaList {...common} onPlan={setSelected} />}
                {view === 'day' && <DayGrid {...common} />}
                {view === 'week' && (
                  <WeekGrid {...common} onDay={(to) => go({ view: 'day', day: to })} />
                )}
                {view === 'month' && (
                  <MonthView
                    {...common}
                    onPlan={setSelected}
                    onDay={(to, isChosen) => go(isChosen ? { day: to } : { view: 'day', day: to })}
                  />
                )}
              </>
            )}
          </Loaded>
        </div>
        <Tray canDrag={view !== 'list'} actions={common.actions} onPlan={setSelected} />
      </div>
      {dragged && <DragLabel ref={label} dragged={dragged} jobs={jobs} people={people} />}
      {folded && (
        <FoldedDialog {...folded} onOpen={open} people={people} onClose={() => setFolded(null)} />
      )}
      <Suspense>
        {selected && (
          <JobDialog
            job={selected}
            people={people}
            onPlan={(plan, assigneeId, form) => change(selected, { plan, assigneeId }, form)}
            onClose={() => setSelected(null)}
          />
        )}
        {slot && <NewJobDialog {...slot} onClose={() => setSlot(null)} />}
      </Suspense>
    </>
  );
}

/** In the URL, so that the Back button returns to the same days. */
function useView(): { view: View; day: string; go: (to: Record<string, string>) => void } {
  const { timeZone } = useFormat();
  const isPhone = useIsPhone();
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get('view');
  const view = views.find((one) => one === asked) ?? (isPhone ? 'list' : 'week');
  const askedDay = parameters.get('day') ?? '';
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(askedDay) && !Number.isNaN(Date.parse(askedDay));
  const day = isDay ? askedDay : dayOf(Date.now(), timeZone);
  const go = (to: Record<string, string>) =>
    setParameters((old) => ({ ...Object.fromEntries(old), ...to }), { replace: true });
  return { view, day, go };
}
