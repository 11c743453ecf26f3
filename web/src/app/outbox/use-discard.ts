import { showDone } from '../../parts/show-error.tsx';
import { showUndo } from '../../parts/show-undo.tsx';
import { useWords } from '../../words/words.ts';
import { discardItem, mayHaveArrived, restoreItem } from './outbox.ts';
import type { OutboxItem } from './outbox-item.ts';
import { outboxWords } from './outbox-words.ts';

/** Deletes what waits, and offers to take it back. */
export function useDiscard(): (item: OutboxItem) => Promise<void> {
  const say = useWords(outboxWords);
  return async (item) => {
    const outcome = await discardItem(item);
    if (outcome === 'tooLate') return showDone(say('tooLate'));
    const done = say(mayHaveArrived(item) ? 'discardedTried' : 'discarded');
    showUndo(done, () => restoreItem(item));
  };
}
