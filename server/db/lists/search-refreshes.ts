// Customers whose work items need to be indexed again, and the progress of that.
import { columns } from '../columns.ts';
import type { Database } from '../database.ts';
import type { SearchRefreshRow } from '../tables.ts';

type OfCustomer = Pick<SearchRefreshRow, 'brandId' | 'customerId'>;

/** Replaces the refreshes of the same customers. */
export function putSearchRefreshes(db: Database, rows: readonly SearchRefreshRow[]): Promise<void> {
  return db.putRows('searchRefreshes', ['brandId', 'customerId'], rows);
}

/** Locks the pending refreshes of these customers until the transaction ends. */
export function lockSearchRefreshes(
  db: Database,
  customers: readonly OfCustomer[],
): Promise<OfCustomer[]> {
  return db.allOf(
    `select ${columns('searchRefreshes', ['brandId', 'customerId'])} from search_refreshes
      where brand_id = ? and customer_id = ?${db.dialect.forUpdate}`,
    customers.map(({ brandId, customerId }) => [brandId, customerId]),
  );
}

export async function dropSearchRefresh(
  db: Database,
  { brandId, customerId }: OfCustomer,
): Promise<void> {
  await db.run(
    'delete from search_refreshes where brand_id = ? and customer_id = ?',
    brandId,
    customerId,
  );
}

/** Locked until the transaction ends, so that no concurrent addition is lost. */
export function findSearchRefresh(db: Database): Promise<SearchRefreshRow | undefined> {
  const fields = ['brandId', 'customerId', 'afterCreatedAt', 'afterId'] as const;
  return db.first(
    `select ${columns('searchRefreshes', fields)} from search_refreshes limit 1${db.dialect.forUpdateSkipLocked}`,
  );
}
