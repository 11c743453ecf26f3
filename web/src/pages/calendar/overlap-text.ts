// Says which jobs of the same person are at the same time.
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { useWords } from '../../words/words.ts';
import type { PlanPeople } from '../../parts/plan-people.ts';
import { calendarWords } from './calendar-words.ts';
import { overlapping } from '../../parts/plan-overlaps.ts';

/** Empty without an overlap. */
export function useOverlapText(
  jobs: readonly ListedWorkItem[],
  { isOnePerson }: PlanPeople,
): (job: ListedWorkItem) => string {
  const say = useWords(calendarWords);
  return (job) => {
    const others = overlapping(jobs, job, isOnePerson);
    if (others.length === 0) return '';
    return others.length === 1
      ? say('overlaps', { title: others[0]!.title })
      : say('overlapsSeveral', { count: others.length });
  };
}
