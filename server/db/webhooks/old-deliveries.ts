import { uuidBoundAt } from '#core/uuid-v7.ts';
import type { DeliveryRecord } from '#core/webhooks/webhook-records.ts';
import { marks } from '../columns.ts';
import type { Database } from '../database.ts';
import { SqlText } from '../sql-text.ts';

interface OldDeliveries {
  brandId?: string;
  before: number;
  most: number;
}

// An id is made when the first attempt has ended and can be stored; `created_at` is its beginning.
const idDelayMsMax = 60 * 60 * 1000;

/**
 * Deletes old deliveries of all brands, or of one, with their attempts and pending jobs; returns how
 * many.
 */
export async function deleteOldDeliveries(db: Database, wanted: OldDeliveries): Promise<number> {
  const old = await findOldDeliveries(db, wanted);
  for (const [brandId, group] of Map.groupBy(old, (delivery) => delivery.brandId)) {
    const ids = group.map(({ id }) => id);
    // Every transaction locks jobs in this order.
    await db.all(
      `select id from jobs where brand_id = ? and id in (${marks(ids)})
        order by id${db.dialect.forUpdate}`,
      brandId,
      ...ids,
    );
    await db.run(`delete from jobs where brand_id = ? and id in (${marks(ids)})`, brandId, ...ids);
    await db.run(
      `delete from webhook_deliveries where brand_id = ? and id in (${marks(ids)})`,
      brandId,
      ...ids,
    );
  }
  return old.length;
}

/** Of one brand in the order of the key, which begins with the time: there is no index by time. */
function findOldDeliveries(
  db: Database,
  { brandId, before, most }: OldDeliveries,
): Promise<Pick<DeliveryRecord, 'brandId' | 'id'>[]> {
  const sql = new SqlText().add(
    'select brand_id as "brandId", id from webhook_deliveries where created_at < ?',
    before,
  );
  if (brandId === undefined) sql.add(' order by created_at limit ?', most);
  else {
    const beforeId = uuidBoundAt(before + idDelayMsMax);
    sql.add(' and brand_id = ? and id < ? order by id limit ?', brandId, beforeId, most);
  }
  return db.all(sql.text, ...(sql.values as (string | number)[]));
}
