// Earlier states of a record, reconstructed from its events.
import type { EventType } from '#contract/event-lists.ts';
import type { Changes } from '../event.ts';
import type { Traits } from './person.ts';

export interface RecordedChange {
  type: EventType;
  subjectId: string;
  /** JSON. */
  changes: string | null;
}

// Fields changed by a merge belong to the other customer, and an unmerge may have returned them.
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

/** The current state and the state before each change. Events must be oldest first. */
export function traitsOverTime(
  record: Traits & { id: string },
  events: readonly RecordedChange[],
): Traits[] {
  const states: Traits[] = [record];
  for (const changes of ownChanges(events.filter(({ subjectId }) => subjectId === record.id))) {
    const before = fields.flatMap((field) =>
      changes[field] ? [[field, changes[field].before]] : [],
    );
    if (before.length > 0) states.push({ ...states.at(-1)!, ...Object.fromEntries(before) });
  }
  return states;
}

/** The ids of all addresses that the records ever had. */
export function addressesOverTime(events: readonly RecordedChange[]): string[] {
  const ids = ownChanges(events).flatMap(({ addressId }) =>
    addressId ? [addressId.before, addressId.after] : [],
  );
  return [...new Set(ids.filter((id) => typeof id === 'string' && id !== ''))] as string[];
}

/** Changes that are no merges, newest first. */
function ownChanges(events: readonly RecordedChange[]): Changes[] {
  return events
    .filter(({ type, changes }) => changes !== null && !mergeTypes.has(type))
    .map(({ changes }) => JSON.parse(changes!) as Changes)
    .toReversed();
}
