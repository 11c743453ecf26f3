import type { Position } from '#core/requests/cursor.ts';
import type { ScanState, ScanRequest } from '#db/lists/scan-state.ts';

export interface ListPage {
  body: Uint8Array<ArrayBuffer>;
  // Where the next page begins; null on the last one.
  next: Position | null;
}

export type ListQuestion<Request> = Request & ScanRequest;

export type ListAnswer<Page = ListPage> = Page | { soFar: ScanState } | 'too_broad';

/** Parts the page from the one row more that was read to see whether another page follows. One that ended early goes on elsewhere. */
export function pageOf<Row extends { id: string; sortValue: number }>(
  read: readonly Row[],
  limit: number,
  goesOnAt: Position | null = null,
): { rows: readonly Row[]; next: Position | null } {
  if (read.length <= limit) return { rows: read, next: goesOnAt };
  const rows = read.slice(0, limit);
  const last = rows.at(-1)!;
  return { rows, next: { value: last.sortValue, id: last.id } };
}

const head = Buffer.from('{"data":[');
const comma = 0x2c;

/** The list envelope around records that are JSON already. */
export function listBody(records: readonly Buffer[], limit: number): Uint8Array<ArrayBuffer> {
  const tail = Buffer.from(`],"limit":${limit}}`);
  const commas = Math.max(0, records.length - 1);
  const length = records.reduce(
    (sum, json) => sum + json.length,
    head.length + tail.length + commas,
  );
  // Memory of its own, so that it can be handed to another thread without a copy.
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
