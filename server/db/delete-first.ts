import type { Database } from './database.ts';

type Condition = [text: string, ...values: (string | number)[]];

interface FirstRows {
  table: string;
  /** Which rows; without it all. */
  among?: Condition;
  /** The column by which they are in order. Where values can be equal, a few more than asked for may go. */
  by: string;
  /** How far, in that column; without it to the end. */
  before?: string | number;
  most: number;
}

/**
 * Deletes the first rows, a bounded number at once; returns how many. The last of them is looked up once, as a bound:
 * a list of all (`in (select … limit ?)`) is looked up anew for each row where PostgreSQL goes by a plan that it made when
 * the table was small.
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
