import { columns } from '../columns.ts';
import type { Database } from '../database.ts';
import type { PostcodeRow } from '../tables.ts';

export async function hasPostcodes(db: Database): Promise<boolean> {
  return (await db.first('select 1 from postcodes limit 1')) !== undefined;
}

export type Postcode = Pick<PostcodeRow, 'country' | 'postcode'>;

export function findPostcodes(
  db: Database,
  postcodes: readonly Postcode[],
): Promise<PostcodeRow[]> {
  return db.allOf(
    `select ${columns('postcodes', ['country', 'postcode', 'latitude', 'longitude'])}
      from postcodes where country = ? and postcode = ?`,
    postcodes.map(({ country, postcode }) => [country, postcode]),
  );
}

// Sorts after every postcode.
const lastCode = '\u{10ffff}';

/** Replaces the postcodes in the range (`after`, `upTo`]; null leaves that side open. */
export async function replacePostcodes(
  db: Database,
  country: string,
  range: { after: string | null; upTo: string | null },
  rows: readonly PostcodeRow[],
): Promise<void> {
  // Two plain bounds: with an `or`, each range would read the index to its end.
  await db.run(
    'delete from postcodes where country = ? and postcode > ? and postcode <= ?',
    country,
    range.after ?? '',
    range.upTo ?? lastCode,
  );
  await db.insertRows('postcodes', rows);
}
