import { client } from '../api/client.ts';
import { invalidate, kinds } from '../app/queries.ts';
import { useFormat } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import { followUpWords } from './follow-up-words.ts';
import { showUndo } from './show-undo.tsx';

interface FollowedUp {
  id: string;
  followUpAt: string | null;
}

/** Sets or clears the follow-up of a lead or job, and offers to undo it. Throws when it fails. */
export function useFollowUp(): (item: FollowedUp, at: string | null) => Promise<void> {
  const say = useWords(followUpWords);
  const format = useFormat();
  return async (item, at) => {
    const set = async (followUpAt: string | null) => {
      await client.workItems.update(item.id, { followUpAt });
      await invalidate(kinds.workItems);
    };
    await set(at);
    const done = at === null ? say('cleared') : say('planned', { time: format.dateAndTime(at) });
    showUndo(done, () => set(item.followUpAt));
  };
}
