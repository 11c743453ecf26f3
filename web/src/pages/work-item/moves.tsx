// A button for each allowed status change; on a phone the first one, and the others in a menu.
import { Button, Group } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { movesFrom, phaseOf, takesReason } from '../../../../contract/work-item-moves.ts';
import type { WorkItem, WorkItemPatch, WorkItemStatus } from '../../../../sdk/src/index.ts';
import { type SentForm, sendOrQueue, undoForm } from '../../app/outbox/outbox.ts';
import { useIsPhone } from '../../parts/screen-width.ts';
import { showDone, showError } from '../../parts/show-error.tsx';
import { showUndo } from '../../parts/show-undo.tsx';
import { useFormat } from '../../words/format.ts';
import { statusWords } from '../../parts/work-item-words.ts';
import { useWords } from '../../words/words.ts';
import { ItemBar } from './item-bar.tsx';
import { listedOf, type ReadItem } from './item-data.ts';
import { moveWords } from './move-words.ts';

const PlanDialog = lazy(() => import('../../parts/plan-dialog.tsx'));
const ReasonDialog = lazy(() => import('./reason-dialog.tsx'));
const FinishDialog = lazy(() => import('./finish-dialog.tsx'));

type Move = WorkItemStatus | 'reschedule';

interface OpenDialog {
  move: Move;
  /** What is changed meanwhile is a conflict, also after a refetch. */
  opened: ReadItem;
}

export function Moves({ read }: { read: ReadItem }): ReactNode {
  const { item } = read;
  const say = useWords(moveWords);
  const sayStatus = useWords(statusWords);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const format = useFormat();
  const isPhone = useIsPhone();
  const isLead = phaseOf(item.status) === 'lead';
  const opened = dialog?.opened ?? read;
  const isLeadDialog = phaseOf(opened.item.status) === 'lead';
  const close = () => setDialog(null);

  const change = async (patch: WorkItemPatch, form?: SentForm) => {
    const { item: before, version } = opened;
    const about = { workItemId: before.id, title: before.title };
    const content = { kind: 'change', patch, seen: listedOf(before), version } as const;
    const outcome = await sendOrQueue(about, content, form);
    if (outcome === 'handedOver') return;
    const { status, scheduledStart } = patch;
    const now = status ? sayStatus(status) : format.dateAndTime(scheduledStart!);
    const done = say('moved', { status: now });
    const back = wayBack(before, patch);
    if (!back) return showDone(done);
    const seen = { ...listedOf(before), ...patch };
    const undo = { kind: 'change', patch: back, seen, version: null } as const;
    showUndo(done, () => sendOrQueue(about, undo, undoForm));
  };
  const move = async (status: Move) => {
    if (status === 'reschedule' || asksFirst(status)) {
      return setDialog({ move: status, opened: read });
    }
    setIsBusy(true);
    try {
      await change(patchFor(item, status));
    } catch (error) {
      showError(error);
    }
    setIsBusy(false);
  };

  const asked = dialog?.move;
  const moves = buttonsFor(item);
  const name = (to: Move) =>
    say(isLead && to === 'scheduled' ? 'makeJob' : nameOf(item.status, to));
  const isUsual = (to: Move) => to === moves[0] && nameOf(item.status, to) !== 'reopen';
  const button = (to: Move) => (
    <Button
      key={to}
      mih={44}
      variant={isUsual(to) ? 'filled' : 'default'}
      className="item-move"
      disabled={isBusy}
      onClick={() => void move(to)}
    >
      {name(to)}
    </Button>
  );
  return (
    <>
      {isPhone ? (
        <ItemBar
          item={item}
          nextStep={moves[0] && button(moves[0])}
          others={moves.slice(1).map((to) => ({
            key: to,
            name: name(to),
            onClick: () => void move(to),
          }))}
        />
      ) : (
        <Group gap="xs" mb="md" role="group" aria-label={say('label')}>
          {moves.map(button)}
        </Group>
      )}
      <Suspense>
        {(asked === 'scheduled' || asked === 'reschedule') && (
          <PlanDialog
            title={say(asked === 'reschedule' ? asked : isLeadDialog ? 'makeJob' : 'scheduled')}
            job={opened.item}
            onPlan={(plan, form) =>
              change(asked === 'reschedule' ? plan : { ...plan, status: 'scheduled' }, form)
            }
            {...(isLeadDialog && {
              onLater: (form: SentForm) => change({ status: 'pending' }, form),
            })}
            onClose={close}
          />
        )}
        {(asked === 'lost' || asked === 'cancelled') && (
          <ReasonDialog id={item.id} status={asked} onMove={change} onClose={close} />
        )}
        {asked === 'completed' && (
          <FinishDialog item={opened.item} onMove={change} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

function asksFirst(to: WorkItemStatus): boolean {
  return to === 'scheduled' || to === 'completed' || takesReason(to);
}

/** Removing a job from the calendar clears its times. */
function patchFor(item: WorkItem, status: WorkItemStatus): WorkItemPatch {
  const isUnplanned = item.status === 'scheduled' && status === 'pending';
  return { status, ...(isUnplanned && { scheduledStart: null, scheduledEnd: null }) };
}

/** Null where the table of moves has none. */
function wayBack(item: WorkItem, patch: WorkItemPatch): WorkItemPatch | null {
  const { status, scheduledStart, scheduledEnd } = item;
  if (patch.status && !(movesFrom[patch.status] as readonly string[]).includes(status)) return null;
  return {
    ...(patch.status && { status }),
    ...('scheduledStart' in patch && { scheduledStart, scheduledEnd }),
  };
}

function nameOf(from: WorkItemStatus, to: Move): Move | 'reopen' {
  return from === 'completed' || from === 'cancelled' ? 'reopen' : to;
}

// The usual next step first, lost and cancelled last.
const order: readonly Move[] = [
  'completed',
  'in_progress',
  'reschedule',
  'scheduled',
  'contacted',
  'quote_sent',
  'inspection',
  'request',
  'pending',
  'lost',
  'cancelled',
];

function buttonsFor({ status }: WorkItem): Move[] {
  const moves: readonly Move[] = movesFrom[status];
  return order.filter((one) => {
    if (one === 'reschedule') return status === 'scheduled';
    // "Convert to job" offers to schedule it later.
    if (one === 'pending' && phaseOf(status) === 'lead') return false;
    return moves.includes(one);
  });
}
