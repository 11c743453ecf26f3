// Finds and removes a person's rows in pending imports.
import { type Person, personOf, sharesKey, type Traits } from '../customers/person.ts';
import { errorDetails } from '../reading/error-details.ts';
import type { ImportEntry, RowRefusal } from './import-rows.ts';

interface WaitingRow {
  row: number;
  /** All cells, as JSON. */
  raw: string;
}

export function rowsOfPerson(entries: readonly ImportEntry[], person: Person): WaitingRow[] {
  return entries.flatMap((entry) => {
    const content = contentOf(entry);
    return content && isOf(content.found, person) ? [{ row: entry.row, raw: content.raw }] : [];
  });
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
  const isTheirs = (entry: ImportEntry) => {
    const content = contentOf(entry);
    return content !== undefined && isOf(content.found, person);
  };
  if (!entries.some(isTheirs)) return null;
  return entries.map((entry) => (isTheirs(entry) ? { row: entry.row, ...erasedMeanwhile } : entry));
}

interface Content {
  found: Traits;
  raw: string;
}

function contentOf(entry: ImportEntry): Content | undefined {
  return 'lead' in entry ? { found: entry.lead, raw: entry.raw } : entry.content;
}

/** A matching name alone may be another person. */
function isOf(found: Traits, person: Person): boolean {
  return sharesKey(personOf([found]), person);
}
