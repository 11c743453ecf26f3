// Accepts several held intakes, after a preview.
import { Checkbox, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { HeldReason } from '../../../../contract/intake-lists.ts';
import { type ListedIntake, ValidationError } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { invalidate, kinds } from '../../app/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { showDone } from '../../parts/show-error.tsx';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { refreshTray, useFoundFields, useReasons } from './intake-data.ts';
import { trayWords } from './tray-words.ts';

interface AcceptAllProps {
  intakes: readonly ListedIntake[];
  /** The number of others that are shown. */
  toCorrect: number;
  onClose: () => void;
}

export default function AcceptAll({ intakes, toCorrect, onClose }: AcceptAllProps): ReactNode {
  const say = useWords(trayWords);
  // As it was opened: the list behind it shrinks meanwhile.
  const [shown] = useState(intakes);
  const [chosen, setChosen] = useState<string[]>(() =>
    shown.filter((intake) => !isDoubtful(intake)).map(({ id }) => id),
  );
  const hasDoubtful = shown.some(isDoubtful);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setError(null);
    try {
      const { accepted, refused } = await acceptEach(chosen);
      const texts = [say('allAccepted', { count: accepted })];
      if (refused > 0) texts.push(say('someLeft', { count: refused }));
      showDone(texts.join(' '));
      onClose();
    } catch (problem) {
      setError(problem);
      setIsBusy(false);
    } finally {
      void refreshTray();
      void invalidate(kinds.workItems);
    }
  };
  return (
    <Dialog onClose={onClose} title={say('acceptAllTitle')} size="lg">
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <Text>
            {say('acceptAllHint')} {hasDoubtful && say('someUnticked')}
          </Text>
          <Checkbox.Group value={chosen} onChange={setChosen} aria-label={say('acceptAllTitle')}>
            <Stack gap="sm">
              {shown.map((intake) => (
                <Choice key={intake.id} intake={intake} />
              ))}
            </Stack>
          </Checkbox.Group>
          {toCorrect > 0 && <Text size="sm">{say('toCorrectFirst', { count: toCorrect })}</Text>}
          {error !== null && <ErrorNote error={error} />}
          <FormButtons
            action={say('acceptChosen', { count: chosen.length })}
            isBusy={isBusy}
            isDisabled={chosen.length === 0}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

function Choice({ intake }: { intake: ListedIntake }): ReactNode {
  const format = useFormat();
  const { customerName, title } = useFoundFields(intake);
  const reasons = useReasons()(intake);
  return (
    <Checkbox
      value={intake.id}
      label={`${customerName}: ${title}`}
      description={[format.dateAndTime(intake.receivedAt), ...reasons].join(' · ')}
      classNames={{ label: 'tray-text', description: 'field-hint' }}
    />
  );
}

// Seldom the message of a customer.
const doubtfulReasons = new Set<HeldReason>([
  'honeypot',
  'proof_invalid',
  'proof_reused',
  'too_fast',
  'bounce',
  'auto_reply',
  'mailing_list',
  'secret_wrong',
]);

function isDoubtful({ reason }: ListedIntake): boolean {
  return reason !== null && doubtfulReasons.has(reason);
}

/** One by one: each is a transaction of its own, and the order of arrival stays. */
async function acceptEach(ids: readonly string[]): Promise<{ accepted: number; refused: number }> {
  let accepted = 0;
  let refused = 0;
  for (const id of ids.toReversed()) {
    try {
      await client.intakes.accept(id);
      accepted++;
    } catch (problem) {
      if (!(problem instanceof ValidationError)) throw problem;
      refused++;
    }
  }
  return { accepted, refused };
}
