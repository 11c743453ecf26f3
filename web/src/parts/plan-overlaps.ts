// Jobs of the same person at the same time.
import type { ListedWorkItem } from '../../../sdk/src/index.ts';

type Planned = Pick<
  ListedWorkItem,
  'id' | 'status' | 'assigneeId' | 'scheduledStart' | 'scheduledEnd'
>;

const msWithoutEnd = 3_600_000;

/** Where one person does all the work, a job of nobody is theirs too. Elsewhere it is in nobody's way yet. */
export function overlapping<T extends Planned>(
  jobs: readonly T[],
  job: Planned,
  isOnePerson: boolean,
): T[] {
  const [from, to] = timesOf(job);
  return jobs.filter((other) => {
    if (other.id === job.id || other.status === 'completed' || !other.scheduledStart) return false;
    if (!isOnePerson && (job.assigneeId === null || other.assigneeId !== job.assigneeId))
      return false;
    const [otherFrom, otherTo] = timesOf(other);
    return otherFrom < to && from < otherTo;
  });
}

function timesOf({ scheduledStart, scheduledEnd }: Planned): [from: number, to: number] {
  const from = Date.parse(scheduledStart!);
  return [from, scheduledEnd ? Date.parse(scheduledEnd) : from + msWithoutEnd];
}
