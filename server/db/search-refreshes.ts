// Customers whose work items have to be put into the word index anew, and how far that has come.
import { columns } from './columns.ts';
import type { Database } from './database.ts';
import type { SearchRefreshRow } from './tables.ts';

export async function putSearchRefresh(db: Database, row: SearchRefreshRow): Promise<void> {
  await dropSearchRefresh(db, row);
  await db.insertRows('searchRefreshes', [row]);
}

export async function dropSearchRefresh(
  db: Database,
  { brandId, customerId }: Pick<SearchRefreshRow, 'brandId' | 'customerId'>,
): Promise<void> {
  await db.run(
    'delete from search_refreshes where brand_id = ? and customer_id = ?',
    brandId,
    customerId,
  );
}

/** Held until the transaction ends, so that what is added meanwhile is not lost. */
export function findSearchRefresh(db: Database): Promise<SearchRefreshRow | undefined> {
  const fields = ['brandId', 'customerId', 'afterCreatedAt', 'afterId'] as const;
  return db.first(
    `select ${columns('searchRefreshes', fields)} from search_refreshes limit 1${db.dialect.takingFreeRows}`,
  );
}
