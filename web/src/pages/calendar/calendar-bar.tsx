// Chooses the view, the days and the person; says whose colour is whose.
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../parts/icon.tsx';
import type { DayRange } from '../../parts/plan-times.ts';
import { useIsPhone } from '../../parts/screen-width.ts';
import { useFormat } from '../../words/format.ts';
import { dayOf } from '../../words/wall-time.ts';
import { useWords } from '../../words/words.ts';
import type { PlanPeople } from '../../parts/plan-people.ts';
import { stepped, type View, views } from './calendar-range.ts';
import { calendarWords } from './calendar-words.ts';
import { PeopleChoice } from './person-choice.tsx';
import { periodName } from './period-name.ts';
import type { ShownPerson } from './shown-person.ts';

interface CalendarBarProps {
  view: View;
  day: string;
  range: DayRange;
  daysInView: number;
  people: PlanPeople;
  shown: ShownPerson;
  onShow: (person: ShownPerson) => void;
  onGo: (to: Record<string, string>) => void;
}

const daysInWeek = 7;

export function CalendarBar(props: CalendarBarProps): ReactNode {
  const { view, day, range, daysInView, people, shown, onShow, onGo } = props;
  const say = useWords(calendarWords);
  const { locale, timeZone } = useFormat();
  const isPhone = useIsPhone();
  const step = (steps: 1 | -1) => onGo({ day: stepped(view, day, steps, daysInView) });
  const label = (value: View) =>
    value === 'week' && daysInView < daysInWeek ? say('days', { count: daysInView }) : say(value);
  return (
    <>
      <Group justify="space-between" mb="sm" gap="xs">
        <Group gap="xs" wrap="nowrap">
          <Button.Group>
            <Button
              variant="default"
              h={44}
              px="sm"
              aria-label={say('previous')}
              onClick={() => step(-1)}
            >
              <Icon name="left" />
            </Button>
            <Button
              variant="default"
              h={44}
              px="sm"
              onClick={() => onGo({ day: dayOf(Date.now(), timeZone) })}
            >
              {say('today')}
            </Button>
            <Button
              variant="default"
              h={44}
              px="sm"
              aria-label={say('next')}
              onClick={() => step(1)}
            >
              <Icon name="right" />
            </Button>
          </Button.Group>
          <Text fw={600} aria-live="polite">
            {periodName(view, range, day, { locale, isPhone })}
          </Text>
        </Group>
        <SegmentedControl
          aria-label={say('view')}
          className="one-line"
          value={view}
          onChange={(value) => onGo({ view: value })}
          data={views.map((value) => ({ value, label: label(value) }))}
        />
      </Group>
      {/* A day has the people above its columns. */}
      {!people.isOnePerson && (view !== 'day' || shown !== undefined) && (
        <PeopleChoice {...{ people, shown, onShow }} />
      )}
    </>
  );
}
