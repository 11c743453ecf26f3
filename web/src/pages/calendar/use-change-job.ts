// Plans, moves or assigns a job, and says so with a way back.
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import type { SentForm } from '../../app/outbox/outbox.ts';
import { showUndo } from '../../parts/show-undo.tsx';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { type Change, changed, changeJob, isChange, isMoved } from './calendar-data.ts';
import type { PlanPeople } from '../../parts/plan-people.ts';
import { calendarWords } from './calendar-words.ts';
import { useOverlapText } from './overlap-text.ts';

export function useChangeJob(
  jobs: readonly ListedWorkItem[],
  people: PlanPeople,
): (job: ListedWorkItem, change: Change, form?: SentForm) => Promise<void> {
  const say = useWords(calendarWords);
  const format = useFormat();
  const overlapText = useOverlapText(jobs, people);

  return async (job, change, form) => {
    if (!isChange(job, change)) return;
    const undo = await changeJob(job, change, form);
    if (!undo) return;
    const after = changed(job, change);
    const values = {
      title: job.title,
      time: format.dateAndTime(after.scheduledStart!),
      name: people.personOf(after.assigneeId).name,
    };
    const isAssigned = after.assigneeId !== job.assigneeId;
    const isUnassigned = isAssigned && after.assigneeId === null;
    const done = isMoved(job, after)
      ? say(isAssigned && !isUnassigned ? 'movedTo' : 'moved', values)
      : say(isUnassigned ? 'unassigned' : 'assigned', values);
    const sentences = [done, overlapText(after)].filter(Boolean).join('. ');
    showUndo(sentences, undo);
  };
}
