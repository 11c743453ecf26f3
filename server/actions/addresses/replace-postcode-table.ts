// Puts a new table of postcodes in the place of a country's old one, while leads keep coming in.
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#db/database.ts';
import { replacePostcodes } from '#db/addresses/postcodes.ts';
import type { PostcodeRow } from '#db/tables.ts';

// One transaction for hundreds of thousands of rows would keep every lead waiting for seconds. So the
// codes are replaced in order, a range at a time: each code is found at every moment, old or new.
const rowsAtOnce = 2_000;
// Whoever waits for the lock looks again every few milliseconds.
const pauseMs = 20;

export async function replacePostcodeTable(
  db: Database,
  { country, rows }: { country: string; rows: readonly PostcodeRow[] },
): Promise<void> {
  const sorted = rows.toSorted((a, b) => (a.postcode < b.postcode ? -1 : 1));
  let after: string | null = null;
  for (let start = 0; start < sorted.length; start += rowsAtOnce) {
    const piece = sorted.slice(start, start + rowsAtOnce);
    const isLast = start + rowsAtOnce >= sorted.length;
    const last = piece.at(-1)!.postcode;
    const range = { after, upTo: isLast ? null : last };
    await db.transaction((trx) => replacePostcodes(trx, country, range, piece));
    after = last;
    if (!isLast) await wait(pauseMs);
  }
}
