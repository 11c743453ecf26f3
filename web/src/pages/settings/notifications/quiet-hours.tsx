import { Group, Switch, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { NotificationSettings } from '../../../app/notification-settings.ts';
import { useMember } from '../../../app/session.ts';
import { notificationWords } from '../../../parts/notification-words.ts';
import { minuteOfDay, timeOfMinute } from '../../../words/minute-of-day.ts';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';

type Hours = Pick<NotificationSettings, 'quietFrom' | 'quietUntil'>;

interface QuietHoursProps {
  settings: Hours;
  onChange: (changes: Hours) => void;
}

const nightFrom = 21 * 60;
const nightUntil = 7 * 60;

export function QuietHours({ settings, onChange }: QuietHoursProps): ReactNode {
  const say = useWords(notificationWords);
  const { brand } = useMember();
  const { quietFrom, quietUntil } = settings;
  const isOn = quietFrom !== null && quietUntil !== null;
  return (
    <Section title={say('quiet')} hint={say('quietHint', { zone: brand.timeZone })}>
      <Switch
        size="md"
        label={say('quietOn')}
        checked={isOn}
        onChange={(event) =>
          onChange(
            event.currentTarget.checked
              ? { quietFrom: nightFrom, quietUntil: nightUntil }
              : { quietFrom: null, quietUntil: null },
          )
        }
      />
      {isOn && (
        <Group>
          <TimeInput
            label={say('from')}
            minute={quietFrom}
            onChange={(minute) => onChange({ quietFrom: minute, quietUntil })}
          />
          <TimeInput
            label={say('until')}
            minute={quietUntil}
            onChange={(minute) => onChange({ quietFrom, quietUntil: minute })}
          />
        </Group>
      )}
    </Section>
  );
}

interface TimeInputProps {
  label: string;
  minute: number;
  onChange: (minute: number) => void;
}

/** Saved when it is left, not at each key. */
function TimeInput({ label, minute, onChange }: TimeInputProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const save = () => {
    const changed = typed === null ? null : minuteOfDay(typed);
    setTyped(null);
    if (changed !== null && changed !== minute) onChange(changed);
  };
  return (
    <TextInput
      type="time"
      label={label}
      value={typed ?? timeOfMinute(minute)}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={save}
    />
  );
}
