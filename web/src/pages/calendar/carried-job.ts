// A job on its way from the tray to the calendar.
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';

const carriedType = 'application/x-vakwerk-job';

// The browser lets a drop read only text; the job itself stays here.
let carried: ListedWorkItem | null = null;

export function carry(transfer: DataTransfer, job: ListedWorkItem): void {
  carried = job;
  transfer.effectAllowed = 'copyMove';
  transfer.setData(carriedType, job.id);
}

/** Null when something else was dropped. */
export function carriedIn(transfer: DataTransfer): ListedWorkItem | null {
  return carried && transfer.getData(carriedType) === carried.id ? carried : null;
}
