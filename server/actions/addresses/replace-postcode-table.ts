// Replaces the postcode table of a country while leads keep coming in.
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#db/database.ts';
import { replacePostcodes } from '#db/addresses/postcodes.ts';
import type { PostcodeRow } from '#db/tables.ts';

// One transaction for hundreds of thousands of rows would block every lead for seconds. So the codes
// are replaced in order, one range per transaction: a look-up always finds the old or the new row.
const rowsAtOnce = 2_000;
// A waiting writer polls for the SQLite lock every few milliseconds.
const pauseMs = 20;

export async function replacePostcodeTable(
  db: Database,
  { country, rows }: { country: string; rows: readonly PostcodeRow[] },
): Promise<void> {
  const sorted = rows.toSorted((a, b) => (a.postcode < b.postcode ? -1 : 1));
  let after: string | null = null;
  for (let start = 0; start < sorted.length; start += rowsAtOnce) {
    const chunk = sorted.slice(start, start + rowsAtOnce);
    const isLast = start + rowsAtOnce >= sorted.length;
    const last = chunk.at(-1)!.postcode;
    const range = { after, upTo: isLast ? null : last };
    await db.transaction((trx) => replacePostcodes(trx, country, range, chunk));
    after = last;
    if (!isLast) await wait(pauseMs);
  }
}
