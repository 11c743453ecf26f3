// Parses CSV files as spreadsheets write them.
import Papa from 'papaparse';

export interface CsvTable {
  /** Unique and not blank. */
  headers: string[];
  /** One cell per header. Includes blank rows, so that row numbers stay correct. */
  rows: string[][];
  /** The first row with a misplaced quote: cells around it may have been joined. */
  brokenRow: number | null;
}

/** Row numbers as in a spreadsheet: from 1, with the column names in row 1. */
export function rowOf({ rows }: CsvTable, number: number): string[] | undefined {
  return rows[number - 2];
}

export function countRows({ rows }: CsvTable): number {
  return rows.filter((row) => !isBlank(row)).length;
}

/** Older spreadsheets write windows-1252 instead of UTF-8. */
export async function readCsvFile(file: Blob): Promise<CsvTable> {
  const bytes = await file.arrayBuffer();
  return readCsv(decode(bytes));
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function readCsv(text: string): CsvTable {
  // Excel's `sep=` line names the separator.
  const named = /^sep=(.)\r?\n/i.exec(text);
  const body = text.slice(named?.[0].length ?? 0).replace(/^\s*[\r\n]|(?:\r?\n|\r)$/g, '');
  const { records, brokenAt } = parse(body, named?.[1] ?? separatorIn(body));
  const begin = records.findIndex((record) => !isBlank(record));
  const [first = [], ...rest] = begin === -1 ? [] : records.slice(begin);
  const width = rest.reduce((max, { length }) => Math.max(max, length), first.length);
  const headers = uniqueNames(Array.from({ length: width }, (_, index) => first[index] ?? ''));
  const rows = rest.map((record) => headers.map((_, index) => record[index] ?? ''));
  return { headers, rows, brokenRow: brokenAt === undefined ? null : brokenAt - begin + 1 };
}

/** The separator that gives the first line the most cells, without a misplaced quote. */
function separatorIn(text: string): string {
  const widths = separators.map((separator) => {
    const { records, brokenAt } = parse(text, separator, 1);
    return brokenAt === undefined ? (records[0]?.length ?? 0) : 0;
  });
  return separators[widths.indexOf(Math.max(...widths))]!;
}

const separators = [',', ';', '\t'];

function parse(text: string, delimiter: string, recordsMax = 0) {
  // Papa Parse expects one kind of newline, and some files have both \n and \r\n.
  const newline = text.includes('\n') ? '\n' : '\r';
  const options = { delimiter, newline, preview: recordsMax } as const;
  const { data, errors } = Papa.parse<string[]>(text, options);
  const records = data.map((record) => [...record.slice(0, -1), record.at(-1)!.replace(/\r$/, '')]);
  return { records, brokenAt: errors[0]?.row };
}

export function isBlank(row: readonly string[]): boolean {
  return row.every((value) => value.trim() === '');
}

export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const wanted = name.trim() || String(index + 1);
    let unique = wanted;
    for (let count = 2; taken.has(unique); count++) unique = `${wanted} (${count})`;
    taken.add(unique);
    return unique;
  });
}
