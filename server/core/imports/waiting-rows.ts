// Rows of imports that wait for their turn, and whose they are.
import { type Person, personOf, sharesKey } from '../customers/person.ts';
import type { ImportEntry } from './import-rows.ts';

type WaitingRow = Extract<ImportEntry, { lead: unknown }>;

export function rowsOfPerson(entries: readonly ImportEntry[], person: Person): WaitingRow[] {
  return entries.filter((entry): entry is WaitingRow => isOf(entry, person));
}

const erasedMeanwhile = ['The person of this row was erased while it waited'];

/** Rows of the person are refused when their turn comes; null when there are none. */
export function withoutPerson(
  entries: readonly ImportEntry[],
  person: Person,
): ImportEntry[] | null {
  if (!entries.some((entry) => isOf(entry, person))) return null;
  return entries.map((entry) =>
    isOf(entry, person) ? { row: entry.row, messages: erasedMeanwhile } : entry,
  );
}

/** One with nothing but the same name may be of somebody else; one that was refused is kept without what it said. */
function isOf(entry: ImportEntry, person: Person): boolean {
  return 'lead' in entry && sharesKey(personOf([entry.lead]), person);
}
