// What a record was before, as its events tell it.
import type { EventType } from '#contract/event-lists.ts';
import type { Changes } from '../event.ts';
import type { Traits } from './person.ts';

export interface ToldChange {
  type: EventType;
  subjectId: string;
  /** JSON. */
  changes: string | null;
}

// What a merge brought is of the other one, and may have gone back with them.
const mergeTypes = new Set<EventType>(['customer.merged', 'customer.unmerged']);

const fields = [
  'name',
  'firstName',
  'lastName',
  'companyName',
  'email',
  'phone',
  'secondaryPhone',
] as const;

/** The record as it is, and as it was before each change; the events are the oldest first. */
export function traitsOverTime(
  record: Traits & { id: string },
  told: readonly ToldChange[],
): Traits[] {
  const states: Traits[] = [record];
  for (const changes of ownChanges(told.filter(({ subjectId }) => subjectId === record.id))) {
    const before = fields.flatMap((field) =>
      changes[field] ? [[field, changes[field].before]] : [],
    );
    if (before.length > 0) states.push({ ...states.at(-1)!, ...Object.fromEntries(before) });
  }
  return states;
}

/** Wherever the records were at some time. */
export function addressesOverTime(told: readonly ToldChange[]): string[] {
  const ids = ownChanges(told).flatMap(({ addressId }) =>
    addressId ? [addressId.before, addressId.after] : [],
  );
  return [...new Set(ids.filter((id) => typeof id === 'string' && id !== ''))] as string[];
}

/** The latest first. */
function ownChanges(told: readonly ToldChange[]): Changes[] {
  return told
    .filter(({ type, changes }) => changes !== null && !mergeTypes.has(type))
    .map(({ changes }) => JSON.parse(changes!) as Changes)
    .toReversed();
}
