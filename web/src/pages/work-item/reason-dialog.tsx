// Asks why a lead was lost or a job is cancelled.
import { Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { reasonLengthMax } from '../../../../contract/limits.ts';
import type { WorkItemPatch } from '../../../../sdk/src/index.ts';
import { useWords } from '../../words/words.ts';
import { MoveDialog } from './move-dialog.tsx';
import { moveWords } from './move-words.ts';

interface ReasonDialogProps {
  status: 'lost' | 'cancelled';
  onMove: (patch: WorkItemPatch) => Promise<void>;
  onClose: () => void;
}

export default function ReasonDialog({ status, onMove, onClose }: ReasonDialogProps): ReactNode {
  const say = useWords(moveWords);
  const [reason, setReason] = useState('');
  const submit = () => onMove({ status, ...(reason.trim() && { reason: reason.trim() }) });
  return (
    <MoveDialog
      title={say(`${status}Title`)}
      action={say(status)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Textarea
        label={say('reason')}
        description={say('reasonHint')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={reasonLengthMax}
        autosize
        minRows={2}
        data-autofocus
      />
    </MoveDialog>
  );
}
