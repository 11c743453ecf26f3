// Reads what spreadsheets save as CSV, and writes it as the service reads it best.

export interface CsvTable {
  /** Unique, and none is blank. */
  headers: string[];
  /** Blank ones too, so that a row keeps its number. */
  rows: string[][];
}

/** As a spreadsheet counts: from 1, with the names of the columns in the first row. */
export function rowOf({ rows }: CsvTable, number: number): string[] | undefined {
  return rows[number - 2];
}

export function countRows({ rows }: CsvTable): number {
  return rows.filter((row) => !isBlank(row)).length;
}

/** Older spreadsheets write the letters of their own country instead of UTF-8. */
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
  // A spreadsheet's own way to name the separator.
  const named = /^sep=(.)\r?\n/i.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const records = recordsIn(body, named?.[1] ?? separatorIn(body));
  const begin = records.findIndex((record) => !isBlank(record));
  const [first = [], ...rest] = begin === -1 ? [] : records.slice(begin);
  const width = rest.reduce((most, { length }) => Math.max(most, length), first.length);
  const headers = uniqueNames(Array.from({ length: width }, (_, index) => first[index] ?? ''));
  return { headers, rows: rest.map((record) => headers.map((_, index) => record[index] ?? '')) };
}

export function writeCsv({ headers, rows }: CsvTable): string {
  const lines = [headers, ...rows].map((row) => (isBlank(row) ? '' : row.map(written).join(',')));
  return `${lines.join('\r\n')}\r\n`;
}

function isBlank(row: readonly string[]): boolean {
  return row.every((value) => value.trim() === '');
}

function written(value: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** The one that occurs most in the first line, outside quotes. */
function separatorIn(text: string): string {
  const line = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const count = (separator: string) => line.split(separator).length;
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0]!;
}

function recordsIn(text: string, separator: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let value = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (isQuoted) {
      if (letter !== '"') value += letter;
      else if (text[at + 1] === '"') value += text[++at];
      else isQuoted = false;
    } else if (letter === '"' && value === '') isQuoted = true;
    else if (letter === separator) {
      record.push(value);
      value = '';
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[at + 1] === '\n') at++;
      records.push([...record, value]);
      record = [];
      value = '';
    } else value += letter;
  }
  if (value !== '' || record.length > 0) records.push([...record, value]);
  return records;
}

function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const wanted = name.trim() || String(index + 1);
    let unique = wanted;
    for (let count = 2; taken.has(unique); count++) unique = `${wanted} (${count})`;
    taken.add(unique);
    return unique;
  });
}
