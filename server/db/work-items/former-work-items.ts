// Work items that were moved to another customer. Their submission, and stored webhook deliveries about
// them, still show the former customer, so an erasure must find them.
import { marks } from '../columns.ts';
import type { Database } from '../database.ts';
import { SqlText } from '../sql-text.ts';

interface FormerOwners {
  brandId: string;
  customerIds: readonly string[];
}

/** A repeated move is recorded once. */
export async function putFormerWorkItem(
  db: Database,
  { brandId, customerIds, workItemId }: FormerOwners & { workItemId: string },
): Promise<void> {
  for (const customerId of customerIds) {
    await db.run(
      `insert into former_work_items (brand_id, customer_id, work_item_id) values (?, ?, ?)
        on conflict (brand_id, customer_id, work_item_id) do nothing`,
      brandId,
      customerId,
      workItemId,
    );
  }
}

interface RangeOfItems {
  afterId?: string;
  most?: number;
}

export async function findFormerWorkItems(
  db: Database,
  { brandId, customerIds, afterId, most }: FormerOwners & RangeOfItems,
): Promise<string[]> {
  const sql = new SqlText().add(
    `select distinct work_item_id as id from former_work_items
      where brand_id = ? and customer_id in (${marks(customerIds)})`,
    brandId,
    ...customerIds,
  );
  if (afterId !== undefined) sql.add(' and work_item_id > ?', afterId);
  sql.add(' order by work_item_id');
  if (most !== undefined) sql.add(' limit ?', most);
  const rows = await db.all<{ id: string }>(sql.text, ...(sql.values as (string | number)[]));
  return rows.map(({ id }) => id);
}
