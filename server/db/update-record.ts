import { columnName, type Field } from './columns.ts';
import type { Database } from './database.ts';
import type { TableName, Tables } from './tables.ts';

// By which a record is found, and what never changes about it.
const fixedFields = new Set<string>(['brandId', 'id', 'createdAt', 'createdBy']);

/** Writes the named fields of a record of a brand, but for those that never change. */
export async function updateRecord<T extends TableName>(
  db: Database,
  table: T,
  row: Tables[T] & { brandId: string; id: string },
  fields: readonly Field<T>[],
): Promise<void> {
  const changing = fields.filter((field) => !fixedFields.has(field));
  await db.run(
    `update ${columnName(table)} set ${changing.map((field) => `${columnName(field)} = ?`).join(', ')}
      where brand_id = ? and id = ?`,
    ...(changing.map((field) => row[field]) as (string | number | null)[]),
    row.brandId,
    row.id,
  );
}
