import { client } from '../api/client.ts';
import { invalidate, kinds } from '../app/queries.ts';
import { useWords } from '../words/words.ts';
import { assigneeWords } from './assignee-words.ts';
import { partWords } from './part-words.ts';
import { usePeopleInOrder } from './people.ts';
import { showError } from './show-error.tsx';
import { showUndo } from './show-undo.tsx';

interface Assigned {
  id: string;
  assigneeId: string | null;
}

/** Assigns a lead or job, and offers to undo it. */
export function useAssign(): (item: Assigned, assigneeId: string | null) => Promise<void> {
  const say = useWords(assigneeWords);
  const sayPart = useWords(partWords);
  const people = usePeopleInOrder();
  return async (item, assigneeId) => {
    const assign = async (to: string | null) => {
      await client.workItems.update(item.id, { assigneeId: to });
      await invalidate(kinds.workItems);
    };
    try {
      await assign(assigneeId);
    } catch (error) {
      return showError(error);
    }
    const name = people.find(({ id }) => id === assigneeId)?.name || say('nameless');
    const done = assigneeId === null ? say('unassigned') : say('assigned', { name });
    showUndo({ done, undo: say('undo'), close: sayPart('close') }, () => assign(item.assigneeId));
  };
}
