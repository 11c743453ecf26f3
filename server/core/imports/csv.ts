// Writes tables as CSV by RFC 4180, with a mark before each text that a spreadsheet would compute.

type Cell = string | number | boolean | null;

/** What stands between the cells of a file of ours. */
export type CsvSeparator = ',' | ';';

// A spreadsheet takes a cell that begins with one of these for a formula and computes it. One that splits cells
// elsewhere than we do sees beginnings inside a text too: behind a semicolon, a tab or the end of a line; and behind
// a comma when we do not split there. Where we do, a comma needs no mark but to keep what looks like one. A quote at
// such a beginning is taken for the start of a quoted cell, and what follows it for the beginning.
const formulaBegin: Record<CsvSeparator, RegExp> = {
  ',': /(?<=^|[;\t\r\n])(?=['"]*[=+\-@\t\r＝＋－＠])|(?<=,)(?='['"]*[=+\-@\t\r＝＋－＠])/g,
  ';': /(?<=^|[,;\t\r\n])(?=['"]*[=+\-@\t\r＝＋－＠])/g,
};
const defusedBegin = /(?<=^|[,;\t\r\n])'(?=['"]*[=+\-@\t\r＝＋－＠])/g;

/** What stands before all rows of a file: a byte order mark. */
export const csvStart = '\ufeff';

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
