// What every list has in common: keyset paging, newest first unless asked otherwise, never an OFFSET.
import type { Position } from '#core/cursor.ts';
import type { SqlText } from './sql-text.ts';

export interface PageOrder {
  sortBy: string;
  id: string;
  descending: boolean;
  after: Position | undefined;
  limit: number;
}

/** Adds start, order and size; one row more than the page tells whether it is the last. */
export function addPage(
  sql: SqlText,
  { sortBy, id, descending, after, limit }: PageOrder,
): SqlText {
  if (after) {
    sql.add(` and (${sortBy}, ${id}) ${descending ? '<' : '>'} (?, ?)`, after.value, after.id);
  }
  const direction = descending ? 'desc' : 'asc';
  return sql.add(` order by ${sortBy} ${direction}, ${id} ${direction} limit ?`, limit + 1);
}
