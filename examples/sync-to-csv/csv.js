// Rows as text that spreadsheets open without harm.

/** A spreadsheet takes what begins like this for a formula, and a formula can send your data away. */
const formulaStart = /^\s*[=+\-@\t\r]/;

export function csvText(columns, rows) {
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((cells) => `${cells.map(cellText).join(',')}\r\n`)
    .join('');
}

function cellText(value) {
  const text = String(value ?? '');
  const harmless = formulaStart.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
