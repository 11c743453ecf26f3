// Moves a lead without dragging: a button for each allowed status.
import { Button, Stack, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { reasonLengthMax } from '../../../../contract/limits.ts';
import { leadStatuses } from '../../../../contract/work-item-lists.ts';
import { movesFrom, takesReason } from '../../../../contract/work-item-moves.ts';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { AssigneeSelect } from '../../parts/assignee-select.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DraftNote, useDraftFields } from '../../parts/draft.tsx';
import { Icon } from '../../parts/icon.tsx';
import { statusWords } from '../../parts/work-item-words.ts';
import { useAssign } from '../../parts/use-assign.ts';
import { useWords } from '../../words/words.ts';
import { leadWords } from './leads-words.ts';
import type { Move } from './move-lead.ts';

interface MoveSheetProps {
  lead: ListedWorkItem;
  /** Start by asking why the lead was lost. */
  isLost?: boolean;
  onMove: (move: Move) => void;
  onMakeJob: (lead: ListedWorkItem) => void;
  onClose: () => void;
}

export default function MoveSheet(props: MoveSheetProps): ReactNode {
  const { lead, isLost = false, onMove, onMakeJob, onClose } = props;
  const say = useWords(leadWords);
  const sayStatus = useWords(statusWords);
  const assign = useAssign();
  const [isLosing, setIsLosing] = useState(isLost);
  const [{ reason }, setFields, draft] = useDraftFields(`lost ${lead.id}`, { reason: '' });
  const moves = movesFrom[lead.status];
  const canBeJob = moves.includes('pending');

  return (
    <Dialog
      onClose={onClose}
      closeOnClickOutside={!isLosing}
      title={say('moveOne', { title: lead.title })}
      centered
      size="sm"
    >
      {isLosing ? (
        <Stack>
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
          <Button
            color="red"
            onClick={() => {
              // The sheet closes immediately: a refusal is told by a notification, and the reason is kept.
              const form = { ...draft, isOpen: () => true };
              onMove({ lead, to: 'lost', reason: reason.trim() || undefined, form });
            }}
          >
            {say('moveLost', { status: sayStatus('lost') })}
          </Button>
        </Stack>
      ) : (
        <Stack gap="xs">
          <AssigneeSelect
            assigneeId={lead.assigneeId}
            onAssign={(assigneeId) => {
              onClose();
              void assign(lead, assigneeId);
            }}
          />
          {leadStatuses
            .filter((status) => moves.includes(status))
            .map((status) => (
              <Button
                key={status}
                variant="default"
                onClick={() =>
                  takesReason(status) ? setIsLosing(true) : onMove({ lead, to: status })
                }
              >
                {sayStatus(status)}
              </Button>
            ))}
          {canBeJob && (
            <Button leftSection={<Icon name="hammer" />} onClick={() => onMakeJob(lead)}>
              {say('makeJob')}
            </Button>
          )}
        </Stack>
      )}
    </Dialog>
  );
}
