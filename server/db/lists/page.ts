// Keyset paging, which all lists share. Newest first by default, never an OFFSET.
import type { Position } from '#core/requests/cursor.ts';
import type { SqlText } from '../sql-text.ts';

interface ListOrder {
  sortBy: string;
  id: string;
  descending: boolean;
  after: Position | undefined;
}

/** Adds start, order and limit; one extra row tells whether another page follows. */
export function addPage(sql: SqlText, order: ListOrder & { limit: number }): SqlText {
  return addBehind(sql, order).add(`${inOrder(order)} limit ${rowsFor(order.limit)}`);
}

/** Adds the range after `after` up to and including `upTo`, in order. */
export function addBetween(sql: SqlText, order: ListOrder & { upTo: Position | null }): SqlText {
  const { sortBy, id, descending, upTo } = order;
  addBehind(sql, order);
  if (upTo) {
    sql.add(` and (${sortBy}, ${id}) ${descending ? '>=' : '<='} (?, ?)`, upTo.value, upTo.id);
  }
  return sql.add(inOrder(order));
}

export function addBehind(sql: SqlText, { sortBy, id, descending, after }: ListOrder): SqlText {
  if (!after) return sql;
  return sql.add(` and (${sortBy}, ${id}) ${descending ? '<' : '>'} (?, ?)`, after.value, after.id);
}

export function inOrder({ sortBy, id, descending }: ListOrder): string {
  const direction = descending ? 'desc' : 'asc';
  return ` order by ${sortBy} ${direction}, ${id} ${direction}`;
}

// A literal: with a parameter, PostgreSQL would plan every page again.
function rowsFor(limit: number): number {
  return Math.trunc(limit) + 1;
}
