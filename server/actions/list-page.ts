import type { Position } from '#core/requests/cursor.ts';
import type { ScanState, ScanRequest } from '#db/lists/scan-state.ts';

export interface ListPage {
  body: Uint8Array<ArrayBuffer>;
  /** Where the next page begins; null on the last one. */
  next: Position | null;
}

export type ListCall<Request> = Request & ScanRequest;

export type ListResult<Page = ListPage> = Page | { soFar: ScanState } | 'too_broad';

/**
 * Splits off the extra row that was read to see whether another page follows. A scan that stopped early
 * continues at `continuesAt`.
 */
export function pageOf<Row extends { id: string; sortValue: number }>(
  read: readonly Row[],
  limit: number,
  continuesAt: Position | null = null,
): { rows: readonly Row[]; next: Position | null } {
  if (read.length <= limit) return { rows: read, next: continuesAt };
  const rows = read.slice(0, limit);
  const last = rows.at(-1)!;
  return { rows, next: { value: last.sortValue, id: last.id } };
}

const head = Buffer.from('{"data":[');
const comma = 0x2c;

/** Wraps records that are already JSON in the list envelope. */
export function listBody(records: readonly Buffer[], limit: number): Uint8Array<ArrayBuffer> {
  const tail = Buffer.from(`],"limit":${limit}}`);
  const commas = Math.max(0, records.length - 1);
  const length = records.reduce(
    (sum, json) => sum + json.length,
    head.length + tail.length + commas,
  );
  // A buffer of its own, not from Node's pool, so that it can be transferred to another thread.
  const body = new Uint8Array(length);
  body.set(head);
  let at = head.length;
  for (const [index, json] of records.entries()) {
    if (index > 0) body[at++] = comma;
    body.set(json, at);
    at += json.length;
  }
  body.set(tail, at);
  return body;
}
