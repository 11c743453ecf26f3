// A form over one record, and how it ends: saved, given up, or with a choice between what two people made of it.
import { Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import type { WorkItemPatch } from '../../../../sdk/src/index.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { useWords } from '../../words/words.ts';
import { ConflictNote } from './conflict-note.tsx';
import { itemWords } from './item-words.ts';
import type { Saving } from './saving.ts';

interface SavingFormProps {
  saving: Saving;
  /** What would be saved now. */
  patch: WorkItemPatch;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function SavingForm(props: SavingFormProps): ReactNode {
  const { saving, patch, onSave, onClose, children } = props;
  const { isBusy, error, theirs } = saving;
  const say = useWords(itemWords);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Then there is a choice to be made.
    if (!theirs) onSave();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
        {error !== null && <ErrorNote error={error} />}
        {theirs ? (
          <ConflictNote
            theirs={theirs}
            patch={patch}
            isBusy={isBusy}
            onMine={onSave}
            onTheirs={onClose}
          />
        ) : (
          <FormButtons action={say('save')} isBusy={isBusy} onCancel={onClose} />
        )}
      </Stack>
    </form>
  );
}
