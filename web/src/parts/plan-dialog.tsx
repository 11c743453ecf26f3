// Asks when the work is to be done.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useFormat } from '../words/format.ts';
import { addDays, addMinutes, dayOf, momentOf, wallTimeOf } from '../words/wall-time.ts';
import { useWords } from '../words/words.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNote } from './error-note.tsx';
import { partWords } from './part-words.ts';
import { planWords } from './plan-words.ts';

export interface Plan {
  scheduledStart: string;
  scheduledEnd: string | null;
}

interface PlanDialogProps {
  title: string;
  scheduledStart: string | null;
  scheduledEnd: string | null;
  onPlan: (plan: Plan) => Promise<unknown>;
  /** Where it can also be left open. */
  onLater?: () => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

const firstHour = '09:00';
const usualMinutes = 120;

export default function PlanDialog(props: PlanDialogProps): ReactNode {
  const say = useWords(planWords);
  const sayPart = useWords(partWords);
  const { timeZone } = useFormat();
  const [times, setTimes] = useState(() => timesOf(props, timeZone));
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { start, end } = times;
  const isEndWrong = Boolean(start && end && end < start);

  const run = async (action: () => Promise<unknown>) => {
    setIsBusy(true);
    setError(null);
    try {
      await action();
      props.onClose();
    } catch (problem) {
      setError(problem);
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!start || isEndWrong) return;
    const scheduledEnd = end ? momentOf(end, timeZone) : null;
    void run(() => props.onPlan({ scheduledStart: momentOf(start, timeZone), scheduledEnd }));
  };
  // The work does not get longer because it begins later.
  const begin = (next: string) =>
    setTimes(({ start: old, end: oldEnd }) => {
      const length = old && oldEnd ? minutesBetween(old, oldEnd) : usualMinutes;
      return { start: next, end: next ? addMinutes(next, length) : '' };
    });

  return (
    <Dialog onClose={props.onClose} title={props.title} centered>
      <form onSubmit={submit}>
        <Stack>
          {props.children}
          <TextInput
            type="datetime-local"
            label={say('start')}
            value={start}
            onChange={(event) => begin(event.currentTarget.value)}
            error={start ? null : say('noStart')}
            data-autofocus
          />
          <TextInput
            type="datetime-local"
            label={say('end')}
            value={end}
            onChange={(event) => setTimes({ start, end: event.currentTarget.value })}
            error={isEndWrong ? say('endBeforeStart') : null}
          />
          <Text size="sm">{say('zone', { timeZone })}</Text>
          {error !== null && <ErrorNote error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {sayPart('cancel')}
            </Button>
            {props.onLater && (
              <Button variant="default" disabled={isBusy} onClick={() => void run(props.onLater!)}>
                {say('later')}
              </Button>
            )}
            <Button type="submit" loading={isBusy}>
              {say('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface Times {
  start: string;
  end: string;
}

/** As they are, or tomorrow in the morning. */
function timesOf({ scheduledStart, scheduledEnd }: PlanDialogProps, timeZone: string): Times {
  const field = (moment: string) => wallTimeOf(moment, timeZone).slice(0, 16).replace(' ', 'T');
  if (scheduledStart) {
    return { start: field(scheduledStart), end: scheduledEnd ? field(scheduledEnd) : '' };
  }
  const start = `${addDays(dayOf(Date.now(), timeZone), 1)}T${firstHour}`;
  return { start, end: addMinutes(start, usualMinutes) };
}

function minutesBetween(start: string, end: string): number {
  return Math.max(0, (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / 60_000);
}
