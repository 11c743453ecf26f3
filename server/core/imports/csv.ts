// Writes tables as CSV (RFC 4180) and defuses formulas with a leading apostrophe.

type Cell = string | number | boolean | null;

export type CsvSeparator = ',' | ';';

// CSV injection: a spreadsheet evaluates a cell that begins with one of these characters. A spreadsheet
// with another separator also sees cells begin inside our text: after a semicolon, a tab or a line break,
// and after a comma unless that is our separator. After our own comma only a literal apostrophe needs
// another one, to survive reading. A quote there counts as the start of a quoted cell.
const formulaBegin: Record<CsvSeparator, RegExp> = {
  ',': /(?<=^|[;\t\r\n])(?=['"]*[=+\-@\t\r＝＋－＠])|(?<=,)(?='['"]*[=+\-@\t\r＝＋－＠])/g,
  ';': /(?<=^|[,;\t\r\n])(?=['"]*[=+\-@\t\r＝＋－＠])/g,
};
const defusedBegin = /(?<=^|[,;\t\r\n])'(?=['"]*[=+\-@\t\r＝＋－＠])/g;

/** The byte order mark, by which Excel recognises UTF-8. */
export const csvStart = '\ufeff';

export function writeCsvRow(cells: readonly Cell[], separator: CsvSeparator = ','): string {
  return `${cells.map((cell) => writeCell(cell, separator)).join(separator)}\r\n`;
}

// Numbers are written by us and are no formulas, even negative ones.
function writeCell(cell: Cell, separator: CsvSeparator): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = cell.replace(formulaBegin[separator], "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Removes the apostrophe that defuses a formula. */
export function withoutFormulaMark(cell: string): string {
  return cell.replace(defusedBegin, '');
}
