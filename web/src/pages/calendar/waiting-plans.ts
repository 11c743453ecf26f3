// The calendar with the plans that wait in the outbox.
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import type { Outbox } from '../../app/outbox/outbox-state.ts';
import { changedRecords, withWaitingChanges } from '../../app/outbox/use-outbox.ts';

/** Also what was planned or unplanned while nothing could be sent. */
export function withWaitingPlans(
  outbox: Outbox,
  stored: readonly ListedWorkItem[],
  isWanted: (job: ListedWorkItem) => boolean,
): ListedWorkItem[] {
  const known = new Set(stored.map(({ id }) => id));
  const others = [...changedRecords(outbox).values()].filter(
    (record): record is ListedWorkItem =>
      'customer' in record && 'id' in record && !known.has(String(record.id)),
  );
  return [
    ...stored.map((job) => withWaitingChanges(outbox, job)),
    ...others.map((job) => withWaitingChanges(outbox, job)),
  ]
    .filter(({ item, isChanged }) => !isChanged || isWanted(item))
    .map(({ item }) => item);
}

export function isPlanned({ scheduledStart, status }: ListedWorkItem): boolean {
  const isShown = status === 'scheduled' || status === 'in_progress' || status === 'completed';
  return scheduledStart !== null && isShown;
}

export function isUnplanned({ status }: ListedWorkItem): boolean {
  return status === 'pending';
}
