import type { Position } from '#core/requests/cursor.ts';
import { DatabaseUnavailable } from '#db/database.ts';
import type { ScanState, ScanRequest } from '#db/lists/scan-state.ts';

export interface ListPage {
  body: Uint8Array<ArrayBuffer>;
  /** Where the next page begins; null on the last one. */
  next: Position | null;
}

export type ListCall<Request> = Request & ScanRequest;

export type ListResult<Page = ListPage> = Page | { soFar: ScanState } | 'too_broad';

const readingsMax = 3;

class RecordGone extends DatabaseUnavailable {}

/**
 * Reads a page again when a record of it was deleted between the statements that find and load it:
 * old records of a test side are deleted. A replica that was promoted by a failover may lack the
 * latest records for longer, which is an error.
 */
export async function readPageOf<Request extends ScanRequest>(
  request: Request,
  read: (request: Request) => Promise<ListResult>,
): Promise<ListResult> {
  for (let reading = 1; ; reading++) {
    try {
      // A scan that began earlier may have found records that are gone now.
      return await read(reading === 1 ? request : { ...request, soFar: undefined });
    } catch (error) {
      if (!(error instanceof RecordGone) || reading === readingsMax) throw error;
    }
  }
}

/** The records with these ids, in order. */
export function eachOf<T>(ids: readonly string[], records: ReadonlyMap<string, T>): T[] {
  return ids.map((id) => {
    const one = records.get(id);
    if (one === undefined) throw new RecordGone('a record that was listed is gone');
    return one;
  });
}

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
