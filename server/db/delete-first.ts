import type { Database } from './database.ts';

type Condition = [text: string, ...values: (string | number)[]];

interface FirstRows {
  table: string;
  /** Which rows; all by default. */
  among?: Condition;
  /** The sort column. With equal values, a few more rows than `most` may be deleted. */
  by: string;
  /** Exclusive upper bound; none by default. */
  before?: string | number;
  most: number;
}

/**
 * Deletes the first rows in order, a bounded number; returns how many. The last of them is looked
 * up once, as a bound. With `in (select … limit ?)` PostgreSQL may repeat the subquery for each
 * row, if its plan was cached while the table was small.
 */
export function deleteFirst(
  db: Database,
  { table, among = ['true'], by, before, most }: FirstRows,
): Promise<number> {
  const [ofThese, ...values] = among;
  const isBefore = before === undefined ? 'true' : `${by} < ?`;
  return db.run(
    `delete from ${table} where ${ofThese} and ${by} <= (
      select ${by} from (
        select ${by} from ${table} where ${ofThese} and ${isBefore} order by ${by} limit ?
      ) first order by ${by} desc limit 1
    )`,
    ...values,
    ...values,
    ...(before === undefined ? [] : [before]),
    most,
  );
}
