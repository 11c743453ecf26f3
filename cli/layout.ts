// Readable output: columns, and times as people and programs write them.

/** Lines with the cells of a column under one another. */
export function columns(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(printable));
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells
    .map((row) => row.map((cell, column) => cell.padEnd(widths![column]!)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** A heading over the columns, or one sentence when there is nothing to show. */
export function table(heading: string[], rows: string[][], whenEmpty: string): string {
  return `${rows.length === 0 ? whenEmpty : columns([heading, ...rows])}\n`;
}

export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

export function isoTimeOrNull(time: number | null): string | null {
  return time === null ? null : isoTime(time);
}

/** To the minute, for reading. */
export function shortTime(time: number | null, whenNever = '-'): string {
  return time === null ? whenNever : `${isoTime(time).slice(0, 16).replace('T', ' ')} UTC`;
}

// A name must not be able to move the cursor or to begin a line of its own.
function printable(cell: string): string {
  return cell.replace(/\p{Control}/gu, '?');
}
