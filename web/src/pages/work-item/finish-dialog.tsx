// Finishes a job: the work done and the customer's signature.
import { Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { longTextLengthMax, nameLengthMax } from '../../../../contract/limits.ts';
import type { WorkItem, WorkItemPatch } from '../../../../sdk/src/index.ts';
import { LocalizedError } from '../../parts/describe-error.ts';
import { useWords } from '../../words/words.ts';
import { MoveDialog } from './move-dialog.tsx';
import { moveWords } from './move-words.ts';
import { SignaturePad } from './signature-pad.tsx';
import { pictureOf, type Stroke } from './signature-picture.ts';

interface FinishDialogProps {
  item: WorkItem;
  onMove: (patch: WorkItemPatch) => Promise<void>;
  onClose: () => void;
}

export default function FinishDialog({ item, onMove, onClose }: FinishDialogProps): ReactNode {
  const say = useWords(moveWords);
  const [opened] = useState(item.completionNotes ?? '');
  const [notes, setNotes] = useState(opened);
  const [name, setName] = useState('');
  const strokes = useRef<Stroke[]>([]);
  const submit = async () => {
    const signer = name.trim();
    const customerSignature =
      strokes.current.length > 0 ? pictureOf(strokes.current, signer) : signer;
    if (customerSignature === null) throw new LocalizedError(say('signTooMuch'));
    await onMove({
      status: 'completed',
      // Unchanged notes are not sent: somebody else may have changed them.
      ...(notes.trim() !== opened.trim() && { completionNotes: notes.trim() || null }),
      ...(customerSignature && { customerSignature }),
    });
  };
  return (
    <MoveDialog
      title={say('finishTitle')}
      action={say('completed')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Textarea
        label={say('finishNotes')}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
        maxLength={longTextLengthMax}
        autosize
        minRows={3}
        maxRows={8}
        data-autofocus
      />
      <SignaturePad strokes={strokes.current} />
      <TextInput
        label={say('signName')}
        description={say('signNameHint')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={nameLengthMax}
        autoComplete="off"
      />
    </MoveDialog>
  );
}
