// What every list has in common: keyset paging, newest first unless asked otherwise, never an OFFSET.
import type { Position } from '#core/requests/cursor.ts';
import type { SqlText } from './sql-text.ts';

interface PageOrder {
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
  const direction = directionOf(descending);
  return sql.add(` order by ${sortBy} ${direction}, ${id} ${direction} limit ${rowsFor(limit)}`);
}

/** Adds what lies behind `after`, as far as `upTo` and with it, in order. */
export function addBetween(
  sql: SqlText,
  { sortBy, id, descending, after, upTo }: PageOrder & { upTo: Position | null },
): SqlText {
  const [behind, asFarAs] = descending ? ['<', '>='] : ['>', '<='];
  if (after) sql.add(` and (${sortBy}, ${id}) ${behind} (?, ?)`, after.value, after.id);
  if (upTo) sql.add(` and (${sortBy}, ${id}) ${asFarAs} (?, ?)`, upTo.value, upTo.id);
  const direction = directionOf(descending);
  return sql.add(
    ` order by ${sortBy} ${direction}, ${id} ${direction} limit ${Number.MAX_SAFE_INTEGER}`,
  );
}

/**
 * The same for records found through a word index, which has them in the order of their arrival: that
 * is the order of their creation (see creation-order.ts), and the index can stop as soon as the page is
 * full.
 */
export function addPageByArrival(
  sql: SqlText,
  order: PageOrder & { arrival: string; table: string; brandId: string },
): SqlText {
  const { arrival, table, brandId, descending, after, limit } = order;
  if (after) {
    sql.add(
      ` and ${arrival} ${descending ? '<' : '>'} (select seq from ${table} where brand_id = ? and id = ?)`,
      brandId,
      after.id,
    );
  }
  return sql.add(` order by ${arrival} ${directionOf(descending)} limit ${rowsFor(limit)}`);
}

// As a number in the text: with a mark in its place PostgreSQL would make a new plan for every page.
function rowsFor(limit: number): number {
  return Math.trunc(limit) + 1;
}

function directionOf(descending: boolean): 'asc' | 'desc' {
  return descending ? 'desc' : 'asc';
}
