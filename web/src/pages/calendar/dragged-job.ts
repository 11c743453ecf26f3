// The job being dragged from the tray to the calendar.
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';

const draggedType = 'application/x-vakwerk-job';

// A DataTransfer holds only text; the job itself stays here.
let dragged: ListedWorkItem | null = null;

export function setDraggedJob(transfer: DataTransfer, job: ListedWorkItem): void {
  dragged = job;
  transfer.effectAllowed = 'copyMove';
  transfer.setData(draggedType, job.id);
}

/** Null when something else was dropped. */
export function draggedJobIn(transfer: DataTransfer): ListedWorkItem | null {
  return dragged && transfer.getData(draggedType) === dragged.id ? dragged : null;
}
