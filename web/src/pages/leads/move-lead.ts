// Moves a lead to another column: an optimistic update, rolled back when the server refuses.
import { useMutation } from '@tanstack/react-query';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import type { SentForm } from '../../app/outbox/outbox.ts';
import { readSession } from '../../api/session-store.ts';
import { kinds, queries, invalidate } from '../../app/queries.ts';
import { showError } from '../../parts/show-error.tsx';
import { showUndo } from '../../parts/show-undo.tsx';
import { statusWords } from '../../parts/work-item-words.ts';
import { useWords } from '../../words/words.ts';
import { type BoardOrder, standsAbove } from './board-order.ts';
import {
  type BoardCounts,
  columnsKey,
  countsKey,
  type LeadPages,
  type LeadStatus,
} from './leads-data.ts';
import { leadWords } from './leads-words.ts';

export interface Move {
  lead: ListedWorkItem;
  to: LeadStatus;
  reason?: string | undefined;
  isUndo?: boolean;
  /** Of the reason. */
  form?: SentForm;
}

const mutationKey = ['move-lead'];

export function useMoveLead(): (move: Move) => void {
  const say = useWords(leadWords);
  const sayStatus = useWords(statusWords);
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async ({ lead, to, reason, isUndo, form }: Move) => {
      const patch = { status: to, ...(reason && { reason }) };
      const content = { kind: 'change', patch, seen: lead, version: null } as const;
      const session = readSession();
      const { sendOrQueue, undoForm } = await import('../../app/outbox/outbox.ts');
      const about = { workItemId: lead.id, title: lead.title };
      return sendOrQueue(about, content, isUndo ? undoForm : form, session);
    },
    onMutate: async ({ lead, to }) => {
      // A pending response would move the card back for a moment.
      await queries.cancelQueries({ queryKey: columnsKey });
      showMove({ ...lead, updatedAt: new Date().toISOString() }, statusOf(lead), to);
    },
    onSuccess: (outcome, { lead, to, isUndo }) => {
      if (isUndo || outcome === 'handedOver') return;
      const done = say('moved', { title: lead.title, status: sayStatus(to) });
      const back = { lead: { ...lead, status: to }, to: statusOf(lead), isUndo: true };
      showUndo(done, async () => mutate(back));
    },
    onError: (error, { lead, to }) => {
      showMove({ ...lead, status: to }, to, statusOf(lead));
      showError(error, say('notMoved', { title: lead.title }));
    },
    onSettled: () => {
      // With several moves in flight, refetch after the last one.
      if (queries.isMutating({ mutationKey }) > 1) return;
      void invalidate(kinds.workItems);
    },
  });
  return mutate;
}

/** The board shows leads only. */
function statusOf({ status }: ListedWorkItem): LeadStatus {
  return status as LeadStatus;
}

function showMove(lead: ListedWorkItem, from: LeadStatus, to: LeadStatus): void {
  for (const [key, pages] of queries.getQueriesData<LeadPages>({
    queryKey: [...columnsKey, from],
  })) {
    if (!pages?.pages.some(({ data }) => data.some(({ id }) => id === lead.id))) continue;
    queries.setQueryData<LeadPages>(key, without(pages, lead.id));
    const search = key.slice(columnsKey.length + 1);
    const order = search.at(-1) as BoardOrder;
    queries.setQueryData<LeadPages>(
      [...columnsKey, to, ...search],
      (there) => there && withLead(without(there, lead.id), { ...lead, status: to }, order),
    );
  }
  queries.setQueriesData<BoardCounts>(
    { queryKey: countsKey },
    (before) => before && { counts: { ...before.counts, ...shifted(before.counts, from, to) } },
  );
}

function without(pages: LeadPages, leadId: string): LeadPages {
  const withoutLead = pages.pages.map((page) => ({
    ...page,
    data: page.data.filter(({ id }) => id !== leadId),
  }));
  return { ...pages, pages: withoutLead };
}

/** Puts the lead where the server will list it; not at all beyond the last page. */
function withLead(pages: LeadPages, lead: ListedWorkItem, order: BoardOrder): LeadPages {
  const at = pages.pages.findIndex(
    ({ data, next }) => !next || data.some((other) => standsAbove(order, lead, other)),
  );
  const changed = pages.pages.map((page, index) => {
    if (index !== at) return page;
    const below = page.data.findIndex((other) => standsAbove(order, lead, other));
    return { ...page, data: page.data.toSpliced(below < 0 ? page.data.length : below, 0, lead) };
  });
  return { ...pages, pages: changed };
}

function shifted(
  counts: BoardCounts['counts'],
  from: LeadStatus,
  to: LeadStatus,
): Partial<BoardCounts['counts']> {
  const by = (status: LeadStatus, step: number) => {
    const { count, isMore } = counts[status] ?? { count: 0, isMore: true };
    return { count: isMore ? count : Math.max(0, count + step), isMore };
  };
  return { [from]: by(from, -1), [to]: by(to, 1) };
}
