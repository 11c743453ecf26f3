// Rows as text that spreadsheets open without harm.

/**
 * A spreadsheet takes what begins like this for a formula, and a formula can send your data away. One that splits cells
 * elsewhere finds beginnings behind other separators, line breaks and quotes too.
 */
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
