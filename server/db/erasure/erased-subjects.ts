import { emptyAddress } from '#core/addresses/empty-address.ts';
import { erasedName } from '#core/erasure/erase.ts';
import { columnName, marks } from '../columns.ts';
import type { Database } from '../database.ts';

const { city, postalCode, street, locationNotes } = emptyAddress;
const written = { city, postalCode, street, locationNotes };
const isEmptied = Object.entries(written)
  .map(([field, value]) => `${columnName(field)} ${value === null ? 'is null' : `= '${value}'`}`)
  .join(' and ');

/**
 * Of the subjects of events, those whose person was erased. Includes every empty address: it does
 * not record why it is empty.
 */
export async function findErasedSubjects(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const isErased = 'c.deleted_at is not null and c.name = ?';
  const rows = await db.all<{ id: string }>(
    `select c.id from customers c where c.brand_id = ? and c.id in (${marks(ids)}) and ${isErased}
      union all select w.id from work_items w
        join customers c on c.brand_id = w.brand_id and c.id = w.customer_id
        where w.brand_id = ? and w.id in (${marks(ids)}) and ${isErased}
      union all select id from addresses
        where brand_id = ? and id in (${marks(ids)}) and ${isEmptied}`,
    brandId,
    ...ids,
    erasedName,
    brandId,
    ...ids,
    erasedName,
    brandId,
    ...ids,
  );
  return new Set(rows.map(({ id }) => id));
}
