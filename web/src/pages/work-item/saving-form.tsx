// A form with save, cancel and conflict resolution.
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
  /** The unsaved changes. */
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
    // During a conflict the buttons of the note decide.
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
