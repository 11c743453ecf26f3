// Which column of a file becomes which field of a lead.
import { guessField, type LeadField, valueMeant } from '../lead-fields.ts';
import { type CsvTable, isBlank, uniqueNames } from './csv-file.ts';

/** By the name of the column; null for a column that is left out. */
export type Mapping = Record<string, LeadField | null>;

/** A field is guessed once: the first column that could be it. Photos are lists, which a column cannot hold. */
export function guessMapping(headers: readonly string[]): Mapping {
  const taken = new Set<LeadField>();
  return Object.fromEntries(
    headers.map((header) => {
      const field = guessField(header);
      if (!field || field === 'photoUrls' || taken.has(field)) return [header, null];
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

/** With the same title in every row where no column has one. */
export function importOf(
  fileName: string,
  table: CsvTable,
  mapping: Mapping,
  titleForAll: string,
): ImportToSend {
  const columns = table.headers.map((name) => ({ name, field: mapping[name] ?? null }));
  const rows = table.rows.map((row) =>
    isBlank(row) ? [] : row.map((value, index) => valueMeant(columns[index]!.field, value)),
  );
  if (columns.some(({ field }) => field === 'title')) return { fileName, columns, rows };
  const name = uniqueNames([...table.headers, 'title']).at(-1)!;
  return {
    fileName,
    columns: [...columns, { name, field: 'title' }],
    rows: rows.map((row) => (row.length === 0 ? row : [...row, titleForAll])),
  };
}
