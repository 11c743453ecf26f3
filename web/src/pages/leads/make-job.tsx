// Turns a lead into a job from the board: scheduled, or to be scheduled later.
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { ListedWorkItem, WorkItemPatch } from '../../../../sdk/src/index.ts';
import { type SentForm, sendOrQueue } from '../../app/outbox/outbox.ts';
import { invalidate, kinds } from '../../app/queries.ts';
import PlanDialog from '../../parts/plan-dialog.tsx';
import { showAction } from '../../parts/show-undo.tsx';
import { useWords } from '../../words/words.ts';
import { leadWords } from './leads-words.ts';

interface MakeJobProps {
  lead: ListedWorkItem;
  onClose: () => void;
}

export default function MakeJob({ lead, onClose }: MakeJobProps): ReactNode {
  const say = useWords(leadWords);
  const [, go] = useLocation();
  const { id, title } = lead;
  const change = async (patch: WorkItemPatch, form: SentForm) => {
    const content = { kind: 'change', patch, seen: lead, version: null } as const;
    const outcome = await sendOrQueue({ workItemId: id, title }, content, form);
    if (outcome !== 'sent') return;
    void invalidate(kinds.workItems);
    showAction(say('becameJob', { title }), say('openJob'), () => go(`/jobs/${id}`));
  };
  return (
    <PlanDialog
      title={say('makeJobOf', { title })}
      job={lead}
      onPlan={(plan, form) => change({ ...plan, status: 'scheduled' }, form)}
      onLater={(form) => change({ status: 'pending' }, form)}
      onClose={onClose}
    />
  );
}
