// Which column of a file becomes which field of a lead.
import { guessField, type LeadField, valueMeant } from '../lead-fields.ts';
import { type CsvTable, writeCsv } from './csv-file.ts';

/** By the name of the column; null for a column that is left out. */
export type Mapping = Record<string, LeadField | null>;

/** A field is guessed once: the first column that could be it. */
export function guessMapping(headers: readonly string[]): Mapping {
  const taken = new Set<LeadField>();
  return Object.fromEntries(
    headers.map((header) => {
      const field = guessField(header);
      if (!field || taken.has(field)) return [header, null];
      taken.add(field);
      return [header, field];
    }),
  );
}

export interface ImportToSend {
  fileName: string;
  columns: Mapping;
  csv: string;
}

/** With the same title in every row where no column has one. */
export function importOf(
  fileName: string,
  table: CsvTable,
  mapping: Mapping,
  titleForAll: string,
): ImportToSend {
  const { headers } = table;
  const rows = table.rows.map((row) =>
    row.map((value, index) => {
      const field = mapping[headers[index]!];
      return field ? valueMeant(field, value) : value;
    }),
  );
  if (Object.values(mapping).includes('title')) {
    return { fileName, columns: mapping, csv: writeCsv({ headers, rows }) };
  }
  const header = headerNotIn(table);
  const titled = {
    headers: [...headers, header],
    // A blank row stays blank.
    rows: rows.map((row) => [...row, row.some((value) => value.trim()) ? titleForAll : '']),
  };
  return { fileName, columns: { ...mapping, [header]: 'title' }, csv: writeCsv(titled) };
}

function headerNotIn({ headers }: CsvTable): string {
  let header = 'title';
  while (headers.includes(header)) header += '_';
  return header;
}
