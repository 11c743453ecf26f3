// Finds and removes a person's rows in pending imports.
import { type Person, personOf, sharesKey } from '../customers/person.ts';
import { errorDetails } from '../reading/error-details.ts';
import type { ImportEntry, RowRefusal } from './import-rows.ts';

type WaitingRow = Extract<ImportEntry, { lead: unknown }>;

export function rowsOfPerson(entries: readonly ImportEntry[], person: Person): WaitingRow[] {
  return entries.filter((entry): entry is WaitingRow => isOf(entry, person));
}

const erasedMeanwhile: RowRefusal = {
  messages: ['The person of this row was erased while it waited'],
  details: errorDetails([{ field: null, rule: 'erased_meanwhile' }]),
};

/** Replaces the person's rows by refusals; null when there are none. */
export function withoutPerson(
  entries: readonly ImportEntry[],
  person: Person,
): ImportEntry[] | null {
  if (!entries.some((entry) => isOf(entry, person))) return null;
  return entries.map((entry) =>
    isOf(entry, person) ? { row: entry.row, ...erasedMeanwhile } : entry,
  );
}

/** A matching name alone may be another person. Refused rows have no content left. */
function isOf(entry: ImportEntry, person: Person): boolean {
  return 'lead' in entry && sharesKey(personOf([entry.lead]), person);
}
