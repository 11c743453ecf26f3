// Text output: columns, tables and times.

/** Aligns the cells in columns. */
export function columns(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(printable));
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells
    .map((row) => row.map((cell, column) => cell.padEnd(widths![column]!)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Columns with a heading, or one sentence when there are no rows. */
export function table(heading: string[], rows: string[][], whenEmpty: string): string {
  return `${rows.length === 0 ? whenEmpty : columns([heading, ...rows])}\n`;
}

export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

export function isoTimeOrNull(time: number | null): string | null {
  return time === null ? null : isoTime(time);
}

/** Formats a time to the minute. */
export function shortTime(time: number | null, whenNever = '-'): string {
  return time === null ? whenNever : `${isoTime(time).slice(0, 16).replace('T', ' ')} UTC`;
}

// A name must not move the cursor or start a new line.
function printable(cell: string): string {
  return cell.replace(/\p{Control}/gu, '?');
}
