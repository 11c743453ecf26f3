// Asks for the start and end of a job.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { SentForm } from '../app/outbox/outbox.ts';
import { useFormat } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNote } from './error-note.tsx';
import { FormButtons } from './form-buttons.tsx';
import { PlanDay, type PlannedJob } from './plan-day.tsx';
import {
  endingAt,
  lasting,
  type Plan,
  planOf,
  startingAt,
  timesOf,
  tomorrowMorning,
} from './plan-times.ts';
import { planWords } from './plan-words.ts';
import { useIsOpen } from './use-is-open.ts';

interface PlanDialogProps {
  title: string;
  job: PlannedJob;
  onPlan: (plan: Plan, form: SentForm) => Promise<unknown>;
  /** Offers to schedule it later. */
  onLater?: (form: SentForm) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

const durations = [60, 120];
const halfDayMinutes = 240;

export default function PlanDialog(props: PlanDialogProps): ReactNode {
  const say = useWords(planWords);
  const { timeZone } = useFormat();
  const [times, setTimes] = useState(() => timesOf(props.job, timeZone));
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { start, end } = times;
  const isEndWrong = Boolean(start && end && end < start);
  const plan = planOf(times, timeZone);

  const isOpen = useIsOpen();
  const run = async (action: (form: SentForm) => Promise<unknown>) => {
    setIsBusy(true);
    setError(null);
    try {
      await action({ isOpen });
      // Closed meanwhile, another dialog may be open.
      if (isOpen()) props.onClose();
    } catch (problem) {
      setError(problem);
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (plan) void run((form) => props.onPlan(plan, form));
  };

  return (
    <Dialog onClose={props.onClose} title={props.title} centered>
      <form onSubmit={submit}>
        <Stack>
          {props.children}
          <TextInput
            type="datetime-local"
            label={say('start')}
            value={start}
            onChange={({ currentTarget: { value } }) => setTimes(startingAt(times, value))}
            error={start ? null : say('noStart')}
            data-autofocus
          />
          <TextInput
            type="datetime-local"
            label={say('end')}
            value={end}
            onChange={({ currentTarget: { value } }) => setTimes(endingAt(times, value))}
            error={isEndWrong ? say('endBeforeStart') : null}
          />
          <Group gap="xs" role="group" aria-label={say('quick')}>
            <Quick onClick={() => setTimes(startingAt(times, tomorrowMorning(timeZone)))}>
              {say('tomorrow')}
            </Quick>
            {durations.map((minutes) => (
              <Quick key={minutes} onClick={() => setTimes(lasting(times, minutes))}>
                {say('hours', { count: minutes / 60 })}
              </Quick>
            ))}
            <Quick onClick={() => setTimes(lasting(times, halfDayMinutes))}>{say('halfDay')}</Quick>
          </Group>
          {start && <PlanDay day={start.slice(0, 10)} job={{ ...props.job, ...plan }} />}
          <Text size="sm" c="dimmed">
            {say('zone', { timeZone })}
          </Text>
          {error !== null && <ErrorNote error={error} />}
          <FormButtons action={say('save')} isBusy={isBusy} onCancel={props.onClose}>
            {props.onLater && (
              <Button variant="default" disabled={isBusy} onClick={() => void run(props.onLater!)}>
                {say('later')}
              </Button>
            )}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

function Quick({ onClick, children }: { onClick: () => void; children: string }): ReactNode {
  return (
    <Button variant="default" size="sm" mih={44} px="sm" onClick={onClick}>
      {children}
    </Button>
  );
}
