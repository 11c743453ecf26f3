// What a page knows of a record before it is read: enough to tell whether what is kept of it is still true.

export interface RecordKey {
  readonly id: string;
  /** Changes whenever something does that the record is made of: an item, its customer, its address. */
  readonly version: string;
  readonly sortValue: number;
}

/** Between the versions of the parts; what is not there has an empty one. */
export const versionsApart = '.';

/** Of a row with the id first, the value by which it is sorted last of so many columns, and versions between. */
export function keyOfRow(row: readonly unknown[], columns = row.length): RecordKey {
  let version = '';
  for (let column = 1; column < columns - 1; column++) {
    if (column > 1) version += versionsApart;
    version += row[column] ?? '';
  }
  return { id: row[0] as string, version, sortValue: row[columns - 1] as number };
}
