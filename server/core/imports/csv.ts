// Tables as text, by RFC 4180: as spreadsheets write and read them.

type Cell = string | number | boolean | null;

/** What stands between the cells of a file of ours. */
export type CsvSeparator = ',' | ';';

const separators = [',', ';', '\t'] as const;
const byteOrderMark = '\ufeff';
// Looked at to find out what separates the cells.
const sampleLength = 64 * 1024;

// A spreadsheet takes a cell that begins with one of these for a formula and computes it. One that splits cells
// elsewhere than we do sees beginnings inside a text too: behind a semicolon, a tab or the end of a line; and behind
// a comma when we do not split there. Where we do, a comma needs no mark but to keep what looks like one. A quote at
// such a beginning is taken for the start of a quoted cell, and what follows it for the beginning.
const formulaBegin: Record<CsvSeparator, RegExp> = {
  ',': /(?<=^|[;\t\r\n])(?=['"]*[=+\-@\t\r＝＋－＠])|(?<=,)(?='['"]*[=+\-@\t\r＝＋－＠])/g,
  ';': /(?<=^|[,;\t\r\n])(?=['"]*[=+\-@\t\r＝＋－＠])/g,
};
const defusedBegin = /(?<=^|[,;\t\r\n])'(?=['"]*[=+\-@\t\r＝＋－＠])/g;

/** What stands before all rows of a file. */
export const csvStart = byteOrderMark;

export function writeCsvRow(cells: readonly Cell[], separator: CsvSeparator = ','): string {
  return `${cells.map((cell) => writeCell(cell, separator)).join(separator)}\r\n`;
}

// Numbers are ours and no formulas, also below zero.
function writeCell(cell: Cell, separator: CsvSeparator): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = cell.replace(formulaBegin[separator], "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell without the mark that keeps it from being computed. */
export function withoutFormulaMark(cell: string): string {
  return cell.replace(defusedBegin, '');
}

/** The rows one by one, so that a long file need not be read at a stretch; rows without any text are left out. */
export function* readCsvRows(text: string): Generator<CsvRow> {
  const start = text.startsWith(byteOrderMark) ? 1 : 0;
  const separator = separatorOf(text.slice(start, start + sampleLength));
  let at = start;
  for (let number = 1; at < text.length; number++) {
    const row = readRow(text, at, separator);
    const isEmpty = row.cells.every((cell) => cell.trim() === '');
    if (!isEmpty) yield { cells: row.cells, number };
    at = row.end;
  }
}

interface CsvRow {
  cells: string[];
  /** Counted from 1, also where rows are empty, as spreadsheets do. */
  number: number;
}

interface ReadRow {
  cells: string[];
  end: number;
}

function readRow(text: string, start: number, separator: string): ReadRow {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const cell = text[at] === '"' ? readQuoted(text, at) : { value: '', end: at };
    // What follows a closing quote up to the separator belongs to the cell, as spreadsheets have it.
    const end = endOfCell(text, cell.end, separator);
    const value = cell.value + text.slice(cell.end, end);
    cells.push(value);
    if (text[end] !== separator) return { cells, end: behindLineBreak(text, end) };
    at = end + 1;
  }
}

function readQuoted(text: string, start: number): { value: string; end: number } {
  let value = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    // One that is never closed reaches to the end.
    if (quote === -1) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    at = quote + 2;
  }
}

function endOfCell(text: string, start: number, separator: string): number {
  let at = start;
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

function behindLineBreak(text: string, at: number): number {
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1;
}

/** The one that makes the most cells of the first row. */
// Which of them separates is not known yet, so a quote behind any of them begins a cell.
const firstLine = /^(?:(?<=^|[,;\t])"(?:[^"]|"")*"|[^\r\n])*/;
const quotedCell = /(?<=^|[,;\t])"(?:[^"]|"")*"/g;

/** The one that occurs most in the first line, outside quotes. */
function separatorOf(sample: string): string {
  const bare = firstLine.exec(sample)![0].replace(quotedCell, '');
  const timesIn = (separator: string) => bare.split(separator).length;
  return separators.reduce((best, next) => (timesIn(next) > timesIn(best) ? next : best));
}
