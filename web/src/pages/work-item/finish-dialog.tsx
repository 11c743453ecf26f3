// Finishes a job: the work done, what the work report needs, and the customer's signature.
import { Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { hoursLengthMax, longTextLengthMax, nameLengthMax } from '../../../../contract/limits.ts';
import type { WorkItem, WorkItemPatch } from '../../../../sdk/src/index.ts';
import type { SentForm } from '../../app/outbox/outbox.ts';
import { LocalizedError } from '../../parts/describe-error.ts';
import { DraftNote, useDraftFields } from '../../parts/draft.tsx';
import { isConflict } from '../../parts/save-if-unchanged.ts';
import { useWords } from '../../words/words.ts';
import { ConflictNote } from './conflict-note.tsx';
import { MoneyInput } from './money-input.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { moveWords } from './move-words.ts';
import { SignaturePad } from './signature-pad.tsx';
import { pictureOf, type Stroke } from './signature-picture.ts';

interface FinishDialogProps {
  /** As it was when the dialog was opened. */
  item: WorkItem;
  onMove: (patch: WorkItemPatch, form: SentForm) => Promise<void>;
  onClose: () => void;
}

export default function FinishDialog({ item, onMove, onClose }: FinishDialogProps): ReactNode {
  const say = useWords(moveWords);
  const [fields, setFields, draft] = useDraftFields(`finish ${item.id}`, {
    ...fieldsOf(item),
    name: '',
    strokes: [] as Stroke[],
  });
  const { name, strokes, ...work } = fields;
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  const patch = changedFields(fieldsOf(item), work);
  const [isDecided, setIsDecided] = useState(false);
  const decide = (change: Partial<typeof fields> = {}) => {
    set(change);
    setIsDecided(true);
  };
  const submit = async () => {
    const signer = name.trim();
    const customerSignature = strokes.length > 0 ? pictureOf(strokes) : signer;
    if (customerSignature === null) throw new LocalizedError(say('signTooMuch'));
    const signature = {
      ...(customerSignature && { customerSignature }),
      ...(signer && { signedBy: signer }),
    };
    await onMove({ status: 'completed', ...patch, ...signature }, draft);
  };
  const cancel = () => {
    draft.drop();
    onClose();
  };
  const longText = (field: 'completionNotes' | 'materials', label: string, rows: number) => (
    <Textarea
      label={label}
      value={fields[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
      maxLength={longTextLengthMax}
      autosize
      minRows={rows}
      maxRows={8}
      data-autofocus={field === 'completionNotes' || undefined}
    />
  );
  return (
    <MoveDialog
      title={say('finishTitle')}
      action={say('completed')}
      onSubmit={submit}
      onClose={onClose}
      onCancel={cancel}
      conflict={
        // Somebody else wrote after the draft was begun.
        !isDecided &&
        isConflict(patch, draft.before, item) && (
          <ConflictNote
            theirs={item}
            patch={patch}
            isBusy={false}
            onMine={() => decide()}
            onTheirs={() => decide(fieldsOf(item))}
          />
        )
      }
    >
      <DraftNote draft={draft} />
      {longText('completionNotes', say('finishNotes'), 3)}
      <TextInput
        label={say('finishHours')}
        value={fields.hoursWorked}
        onChange={(event) => set({ hoursWorked: event.currentTarget.value })}
        maxLength={hoursLengthMax}
        autoComplete="off"
      />
      {longText('materials', say('finishMaterials'), 2)}
      <MoneyInput
        label={say('finishAmount')}
        cents={fields.finalCost}
        onChange={(finalCost) => set({ finalCost })}
      />
      <SignaturePad strokes={strokes} onChange={(drawn) => set({ strokes: drawn })} />
      <TextInput
        label={say('signName')}
        description={say('signNameHint')}
        value={name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        maxLength={nameLengthMax}
        autoComplete="off"
      />
    </MoveDialog>
  );
}

function fieldsOf({ completionNotes, hoursWorked, materials, finalCost }: WorkItem) {
  return {
    completionNotes: completionNotes ?? '',
    hoursWorked: hoursWorked ?? '',
    materials: materials ?? '',
    finalCost,
  };
}

type FinishFields = ReturnType<typeof fieldsOf>;

/** Unchanged fields are not sent: somebody else may have changed them. */
function changedFields(before: FinishFields, after: FinishFields): WorkItemPatch {
  const entries = (Object.keys(after) as (keyof FinishFields)[]).map((field) => {
    const value = after[field];
    return [field, typeof value === 'string' ? value.trim() || null : value] as const;
  });
  return Object.fromEntries(entries.filter(([field, value]) => value !== (before[field] || null)));
}
