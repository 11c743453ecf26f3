import { Checkbox, Group, Input, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WorkingHours } from '../../../../../contract/working-hours.ts';
import { minuteOfDay, timeOfMinute } from '../../../words/minute-of-day.ts';
import { useLanguage, useWords } from '../../../words/words.ts';
import { brandWords } from './brand-words.ts';

interface WorkingHoursInputProps {
  hours: WorkingHours;
  onChange: (hours: WorkingHours) => void;
}

const days = [1, 2, 3, 4, 5, 6, 7];
// A Monday.
const firstDay = Date.UTC(2024, 0, 1);
const dayMs = 24 * 60 * 60_000;

export function WorkingHoursInput({ hours, onChange }: WorkingHoursInputProps): ReactNode {
  const say = useWords(brandWords);
  const language = useLanguage();
  const nameOf = (day: number) =>
    new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
      firstDay + (day - 1) * dayMs,
    );
  const setTime = (field: 'from' | 'until', time: string) => {
    const minute = minuteOfDay(time);
    if (minute !== null) onChange({ ...hours, [field]: minute });
  };
  return (
    <Stack gap="xs" role="group" aria-label={say('workingHours')}>
      <div>
        <Input.Label component="div">{say('workingHours')}</Input.Label>
        <Input.Description className="settings-clear">{say('workingHoursHint')}</Input.Description>
      </div>
      <Group gap="md">
        {days.map((day) => (
          <Checkbox
            key={day}
            label={nameOf(day)}
            checked={hours.days.includes(day)}
            onChange={(event) =>
              onChange({
                ...hours,
                days: days.filter((one) =>
                  one === day ? event.currentTarget.checked : hours.days.includes(one),
                ),
              })
            }
          />
        ))}
      </Group>
      <Group>
        <TextInput
          type="time"
          label={say('from')}
          value={timeOfMinute(hours.from)}
          onChange={(event) => setTime('from', event.currentTarget.value)}
        />
        <TextInput
          type="time"
          label={say('until')}
          value={timeOfMinute(hours.until)}
          onChange={(event) => setTime('until', event.currentTarget.value)}
        />
      </Group>
    </Stack>
  );
}
