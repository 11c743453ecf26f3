import { columnName, type Field } from './columns.ts';
import type { Database } from './database.ts';
import type { TableName, Tables } from './tables.ts';

// The key, and fields that never change.
const fixedFields = new Set<string>(['brandId', 'id', 'createdAt', 'createdBy']);

/** Updates the given fields of a brand's record, except those that never change. */
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
