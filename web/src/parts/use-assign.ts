import { type SentForm, sendOrQueue, undoForm } from '../app/outbox/outbox.ts';
import { useWords } from '../words/words.ts';
import { assigneeWords } from './assignee-words.ts';
import { usePeopleInOrder } from './people.ts';
import { showError } from './show-error.tsx';
import { showUndo } from './show-undo.tsx';

interface Assigned {
  id: string;
  title: string;
  assigneeId: string | null;
}

/** Assigns a lead or job, and offers to undo it. */
export function useAssign(): (item: Assigned, assigneeId: string | null) => Promise<void> {
  const say = useWords(assigneeWords);
  const people = usePeopleInOrder();
  return async (item, assigneeId) => {
    const about = { workItemId: item.id, title: item.title };
    const assign = (from: string | null, to: string | null, form?: SentForm) => {
      const seen = { ...item, assigneeId: from };
      const patch = { assigneeId: to };
      return sendOrQueue(about, { kind: 'change', patch, seen, version: null }, form);
    };
    try {
      const outcome = await assign(item.assigneeId, assigneeId);
      if (outcome === 'handedOver') return;
    } catch (error) {
      return showError(error);
    }
    const name = people.find(({ id }) => id === assigneeId)?.name || say('nameless');
    const done = assigneeId === null ? say('unassigned') : say('assigned', { name });
    showUndo(done, () => assign(assigneeId, item.assigneeId, undoForm));
  };
}
