// Writes CSV that is safe to open in a spreadsheet.

// Formula injection: a cell that begins like this is evaluated, and a formula can send your data away. A spreadsheet
// that splits cells differently sees cells after other separators, line breaks and quotes too.
const formulaStart = /(?<=^|[,;\t\r\n])(?=[ '"]*[=+\-@\t\r])/g;

export function csvText(columns, rows) {
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((cells) => `${cells.map(cellText).join(',')}\r\n`)
    .join('');
}

function cellText(value) {
  const harmless = String(value ?? '').replace(formulaStart, "'");
  return `"${harmless.replaceAll('"', '""')}"`;
}
