// Asks why a lead was lost or a job is cancelled.
import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { reasonLengthMax } from '../../../../contract/limits.ts';
import type { WorkItemPatch } from '../../../../sdk/src/index.ts';
import type { SentForm } from '../../app/outbox/outbox.ts';
import { DraftNote, useDraftFields } from '../../parts/draft.tsx';
import { useWords } from '../../words/words.ts';
import { MoveDialog } from './move-dialog.tsx';
import { moveWords } from './move-words.ts';

interface ReasonDialogProps {
  id: string;
  status: 'lost' | 'cancelled';
  onMove: (patch: WorkItemPatch, form: SentForm) => Promise<void>;
  onClose: () => void;
}

export default function ReasonDialog({
  id,
  status,
  onMove,
  onClose,
}: ReasonDialogProps): ReactNode {
  const say = useWords(moveWords);
  const [{ reason }, setFields, draft] = useDraftFields(`${status} ${id}`, { reason: '' });
  const submit = () => onMove({ status, ...(reason.trim() && { reason: reason.trim() }) }, draft);
  const cancel = () => {
    draft.drop();
    onClose();
  };
  return (
    <MoveDialog
      title={say(`${status}Title`)}
      action={say(status)}
      onSubmit={submit}
      onClose={onClose}
      onCancel={cancel}
    >
      <DraftNote draft={draft} />
      <Textarea
        label={say('reason')}
        description={say('reasonHint')}
        value={reason}
        onChange={(event) => setFields({ reason: event.currentTarget.value })}
        maxLength={reasonLengthMax}
        autosize
        minRows={2}
        data-autofocus
      />
    </MoveDialog>
  );
}
