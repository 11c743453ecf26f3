// Scheduled jobs as a list (the default on a phone), a week or a month.
import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import type { Plan } from '../../parts/plan-dialog.tsx';
import { useIsPhone } from '../../parts/screen-width.ts';
import { showDone, showError } from '../../parts/show-error.tsx';
import { useFormat } from '../../words/format.ts';
import { dayOf } from '../../words/wall-time.ts';
import { useWords } from '../../words/words.ts';
import { AgendaList } from './agenda-list.tsx';
import { isMovable, planJob, useCalendarJobs } from './calendar-data.ts';
import { daysOnPhone, rangeOf, stepped, type View, views } from './calendar-range.ts';
import { calendarWords } from './calendar-words.ts';
import { periodName } from './period-name.ts';
import { dragByTouch } from './touch-drag.ts';
import { Tray } from './tray.tsx';
import './calendar.css';

const CalendarGrid = lazy(() => import('./calendar-grid.tsx'));
const JobDialog = lazy(() => import('./job-dialog.tsx'));
const NewJobDialog = lazy(() => import('../jobs/new-job.tsx'));

interface Slot {
  start?: string;
  end?: string;
}

export function Page(): ReactNode {
  const say = useWords(calendarWords);
  const format = useFormat();
  const { view, day, go } = useView();
  const [, goTo] = useLocation();
  const isPhone = useIsPhone();
  const range = rangeOf(view, day, isPhone);
  const query = useCalendarJobs(range, format.timeZone);
  const [selected, setSelected] = useState<ListedWorkItem | null>(null);
  const [slot, setSlot] = useState<Slot | null>(null);
  const columns = useRef<HTMLDivElement>(null);
  useEffect(() => dragByTouch(columns.current!), []);

  const plan = async (job: ListedWorkItem, times: Plan) => {
    await planJob(job, times);
    const time = format.dateAndTime(times.scheduledStart);
    showDone(say('moved', { title: job.title, time }));
  };
  // A finished job cannot be rescheduled: open its page.
  const open = (job: ListedWorkItem) =>
    isMovable(job) ? setSelected(job) : goTo(`/jobs/${job.id}`);
  const drop = (job: ListedWorkItem, times: Plan) => void plan(job, times).catch(showError);

  return (
    <>
      <PageTitle title={say('title')}>
        <Button mih={44} leftSection={<Icon name="plus" />} onClick={() => setSlot({})}>
          {say('newJob')}
        </Button>
      </PageTitle>
      <Group justify="space-between" mb="sm" gap="xs">
        <Group gap="xs" wrap="nowrap">
          <Button.Group>
            <Button
              variant="default"
              h={44}
              px="sm"
              aria-label={say('previous')}
              onClick={() => go({ day: stepped(view, day, -1, isPhone) })}
            >
              <Icon name="left" />
            </Button>
            <Button
              variant="default"
              h={44}
              onClick={() => go({ day: dayOf(Date.now(), format.timeZone) })}
            >
              {say('today')}
            </Button>
            <Button
              variant="default"
              h={44}
              px="sm"
              aria-label={say('next')}
              onClick={() => go({ day: stepped(view, day, 1, isPhone) })}
            >
              <Icon name="right" />
            </Button>
          </Button.Group>
          <Text fw={600} aria-live="polite">
            {periodName(view, range, day, format.locale)}
          </Text>
        </Group>
        <SegmentedControl
          aria-label={say('view')}
          className="one-line"
          value={view}
          onChange={(value) => go({ view: value })}
          data={views.map((value) => ({
            value,
            label: say(value === 'week' && isPhone ? 'days' : value, { count: daysOnPhone }),
          }))}
        />
      </Group>
      <div ref={columns} className="calendar-columns">
        <Loaded query={query}>
          {({ jobs, isMore }) => (
            <div>
              {isMore && <Alert mb="sm">{say('tooMany')}</Alert>}
              {view !== 'list' && (
                <Text size="sm" mb="xs" className="calendar-hold-hint">
                  {say('holdHint')}
                </Text>
              )}
              {view === 'list' ? (
                <AgendaList jobs={jobs} range={range} onPlan={setSelected} />
              ) : (
                <Suspense>
                  <CalendarGrid
                    view={view}
                    day={day}
                    jobs={jobs}
                    onDrop={drop}
                    onOpen={open}
                    onDay={(next) => go({ view: 'list', day: next })}
                    onSlot={setSlot}
                  />
                </Suspense>
              )}
            </div>
          )}
        </Loaded>
        <Tray canDrag={view !== 'list'} onPlan={setSelected} />
      </div>
      <Suspense>
        {selected && (
          <JobDialog
            job={selected}
            onPlan={(times) => plan(selected, times)}
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
