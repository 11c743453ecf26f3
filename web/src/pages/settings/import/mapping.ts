// Maps the columns of a file to fields of a lead.
import {
  guessField,
  isListField,
  type LeadField,
  normalizeValue,
} from '../../../parts/lead-fields.ts';
import { type CsvTable, isBlank, uniqueNames } from './csv-file.ts';

/** By column name; null skips the column. */
export type Mapping = Record<string, LeadField | null>;

/** The first matching column wins. A cell cannot hold a list. */
export function guessMapping(headers: readonly string[]): Mapping {
  const taken = new Set<LeadField>();
  return Object.fromEntries(
    headers.map((header) => {
      const field = guessField(header);
      if (!field || isListField(field) || taken.has(field)) return [header, null];
      taken.add(field);
      return [header, field];
    }),
  );
}

export interface ImportToSend {
  fileName: string;
  columns: { name: string; field: LeadField | null }[];
  /** A blank row has no cells. */
  rows: string[][];
}

/** Adds a title column when none is mapped. */
export function importOf(
  fileName: string,
  table: CsvTable,
  mapping: Mapping,
  titleForAll: string,
): ImportToSend {
  const columns = table.headers.map((name) => ({ name, field: mapping[name] ?? null }));
  const rows = table.rows.map((row) =>
    isBlank(row) ? [] : row.map((value, index) => normalizeValue(columns[index]!.field, value)),
  );
  if (columns.some(({ field }) => field === 'title')) return { fileName, columns, rows };
  const name = uniqueNames([...table.headers, 'title']).at(-1)!;
  return {
    fileName,
    columns: [...columns, { name, field: 'title' }],
    rows: rows.map((row) => (row.length === 0 ? row : [...row, titleForAll])),
  };
}
