// Asks for the start and end of a job.
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useFormat } from '../words/format.ts';
import { momentOf } from '../words/wall-time.ts';
import { useWords } from '../words/words.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNote } from './error-note.tsx';
import { FormButtons } from './form-buttons.tsx';
import { endingAt, type Plan, startingAt, timesOf } from './plan-times.ts';
import { planWords } from './plan-words.ts';

interface PlanDialogProps {
  title: string;
  scheduledStart: string | null;
  scheduledEnd: string | null;
  onPlan: (plan: Plan) => Promise<unknown>;
  /** Offers to schedule it later. */
  onLater?: () => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

export default function PlanDialog(props: PlanDialogProps): ReactNode {
  const say = useWords(planWords);
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
          <Text size="sm">{say('zone', { timeZone })}</Text>
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
