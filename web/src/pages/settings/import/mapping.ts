// Maps the columns of a file to fields of a lead.
import { guessField, isListField, normalizeValue } from '../../../parts/lead-fields.ts';
import {
  customerImportFields,
  type ImportField,
  type ImportMakes,
} from '../../../../../contract/new-import.ts';
import { statusWords } from '../../../parts/work-item-words.ts';
import { momentOf } from '../../../words/wall-time.ts';
import { type CsvTable, isBlank, uniqueNames } from './csv-file.ts';

/** By column name; null skips the column. */
export type Mapping = Record<string, ImportField | null>;

// What a lead of another program has behind it; a form has no such fields.
const pastNames: readonly [field: ImportField, names: RegExp][] = [
  ['receivedAt', /^(received ?at|received|date|datum|ontvangen|binnengekomen|ontvangen op)$/i],
  ['status', /^(status|fase|stage)$/i],
];

function guessPast(header: string): ImportField | null {
  return pastNames.find(([, names]) => names.test(header.trim()))?.[0] ?? null;
}

const ofCustomers = new Set<ImportField | null>(customerImportFields);

/** The first matching column wins. A cell cannot hold a list. */
export function guessMapping(headers: readonly string[], makes: ImportMakes): Mapping {
  const taken = new Set<ImportField>();
  return Object.fromEntries(
    headers.map((header) => {
      const guessed = guessField(header);
      const isField = guessed !== null && guessed !== 'photoUrls' && !isListField(guessed);
      const field = isField ? guessed : guessPast(header);
      const isWanted = makes === 'leads' || ofCustomers.has(field);
      if (!field || !isWanted || taken.has(field)) return [header, null];
      taken.add(field);
      return [header, field];
    }),
  );
}

export interface ImportToSend {
  fileName: string;
  makes: ImportMakes;
  columns: { name: string; field: ImportField | null }[];
  /** A blank row has no cells. */
  rows: string[][];
}

/** Adds a title column to leads when none is mapped. */
export function importOf(
  fileName: string,
  table: CsvTable,
  mapping: Mapping,
  { makes, titleForAll, timeZone }: { makes: ImportMakes; titleForAll: string; timeZone: string },
): ImportToSend {
  const columns = table.headers.map((name) => ({ name, field: mapping[name] ?? null }));
  const rows = table.rows.map((row) =>
    isBlank(row)
      ? []
      : row.map((value, index) => normalized(columns[index]!.field, value, timeZone)),
  );
  if (makes === 'customers' || columns.some(({ field }) => field === 'title')) {
    return { fileName, makes, columns, rows };
  }
  const name = uniqueNames([...table.headers, 'title']).at(-1)!;
  return {
    fileName,
    makes,
    columns: [...columns, { name, field: 'title' }],
    rows: rows.map((row) => (row.length === 0 ? row : [...row, titleForAll])),
  };
}

function normalized(field: ImportField | null, value: string, timeZone: string): string {
  if (field === 'receivedAt') return momentIn(value.trim(), timeZone);
  if (field !== 'status') return normalizeValue(field, value);
  const wanted = value.trim().toLowerCase();
  const found = Object.entries(statusWords.pairs).find(([, names]) =>
    names.some((name) => name.toLowerCase() === wanted),
  );
  return found?.[0] ?? value;
}

// 2026-11-20, 20-11-2026 or 20/11/2026, with or without a time. Anything else is left to the server.
const shapes = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[ T](?<time>\d{1,2}:\d\d)(?::\d\d)?)?$/,
  /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})(?:,? (?<time>\d{1,2}:\d\d)(?::\d\d)?)?$/,
];

/** A local date is its noon in the brand's time zone. */
function momentIn(text: string, timeZone: string): string {
  const parts = shapes.map((shape) => shape.exec(text)?.groups).find(Boolean);
  if (!parts) return text;
  const two = (part: string) => part.padStart(2, '0');
  const { year, month, day, time = '12:00' } = parts;
  const wallTime = `${year}-${two(month!)}-${two(day!)}T${time.padStart(5, '0')}:00`;
  const moment = Date.parse(`${wallTime}Z`);
  // 31 February would become a day in March.
  const isDay = !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(wallTime);
  return isDay ? momentOf(wallTime, timeZone) : text;
}
