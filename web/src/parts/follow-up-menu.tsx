// When to come back to a lead or job: quick choices, or any other time.
import { Button, Menu, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useFormat } from '../words/format.ts';
import { momentOf, wallTimeOf } from '../words/wall-time.ts';
import { useWords } from '../words/words.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNote } from './error-note.tsx';
import { followUpTimes } from './follow-up-times.ts';
import { followUpWords } from './follow-up-words.ts';
import { FormButtons } from './form-buttons.tsx';
import { Icon } from './icon.tsx';
import { showError } from './show-error.tsx';
import { useFollowUp } from './use-follow-up.ts';

interface FollowUpProps {
  item: { id: string; followUpAt: string | null };
}

export function FollowUpMenu({ item }: FollowUpProps): ReactNode {
  const say = useWords(followUpWords);
  const format = useFormat();
  const setFollowUp = useFollowUp();
  const [isPicking, setIsPicking] = useState(false);
  const { followUpAt } = item;
  const isDue = followUpAt !== null && Date.parse(followUpAt) <= Date.now();
  const choose = (at: string | null) => void setFollowUp(item, at).catch(showError);
  const times = followUpTimes(Date.now(), format.timeZone);
  const dayOf = (moment: string) =>
    new Intl.DateTimeFormat(format.locale, { weekday: 'long', timeZone: format.timeZone }).format(
      new Date(moment),
    );
  const time = format.timeOfDay(times.tomorrow);
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant={isDue ? 'light' : 'default'}
            color={isDue ? 'orange' : undefined}
            leftSection={<Icon name="clock" size={16} />}
          >
            {followUpAt === null
              ? say('set')
              : say('due', { time: format.dateAndTime(followUpAt) })}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => choose(times.tomorrow)}>{say('tomorrow', { time })}</Menu.Item>
          <Menu.Item
            onClick={() => choose(times.later)}
          >{`${upperFirst(dayOf(times.later))} ${time}`}</Menu.Item>
          {times.nextWeek && (
            <Menu.Item onClick={() => choose(times.nextWeek)}>
              {say('nextWeek', { day: dayOf(times.nextWeek), time })}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => setIsPicking(true)}>{say('pick')}</Menu.Item>
          {followUpAt !== null && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<Icon name="check" />} onClick={() => choose(null)}>
                {say('clear')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isPicking && (
        <PickTime
          startAt={followUpAt ?? times.tomorrow}
          onPick={(at) => setFollowUp(item, at)}
          onClose={() => setIsPicking(false)}
        />
      )}
    </>
  );
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface PickTimeProps {
  startAt: string;
  onPick: (at: string) => Promise<void>;
  onClose: () => void;
}

function PickTime({ startAt, onPick, onClose }: PickTimeProps): ReactNode {
  const say = useWords(followUpWords);
  const { timeZone } = useFormat();
  const [at, setAt] = useState(() => wallTimeOf(startAt, timeZone).slice(0, 16).replace(' ', 'T'));
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!at) return;
    setIsBusy(true);
    setError(null);
    try {
      await onPick(momentOf(at, timeZone));
      onClose();
    } catch (problem) {
      setError(problem);
      setIsBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={say('title')} centered size="sm">
      <form onSubmit={(event) => void submit(event)}>
        <TextInput
          type="datetime-local"
          label={say('when')}
          value={at}
          onChange={({ currentTarget }) => setAt(currentTarget.value)}
          required
          mb="md"
          data-autofocus
        />
        {error !== null && <ErrorNote error={error} />}
        <FormButtons action={say('save')} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
