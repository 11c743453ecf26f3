import { showUndo } from '../../parts/show-undo.tsx';
import { useWords } from '../../words/words.ts';
import { discardItem, restoreItem } from './outbox.ts';
import type { OutboxItem } from './outbox-item.ts';
import { outboxWords } from './outbox-words.ts';

/** Deletes what waits, and offers to take it back. */
export function useDiscard(): (item: OutboxItem) => Promise<void> {
  const say = useWords(outboxWords);
  return async (item) => {
    await discardItem(item);
    showUndo(say('discarded'), () => restoreItem(item));
  };
}
