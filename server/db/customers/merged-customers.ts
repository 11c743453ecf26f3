// Chains of merges. A merged customer names the customer it was merged into, which may be merged
// too; the last of the chain is the current one. `cross join` fixes the join order on SQLite.
import { type MatchKey, matchKeysOf } from '#core/customers/match-keys.ts';
import { marks } from '../columns.ts';
import type { Database } from '../database.ts';

/** Maps each merged customer to its current one. */
export async function findKeptIds(
  db: Database,
  merged: readonly { brandId: string; id: string }[],
): Promise<Map<string, string>> {
  const rows = await db.allOf<{ mergedId: string; keptId: string }>(
    `with recursive steps (merged_id, id) as (
        select id, merged_into from customers
          where brand_id = ? and id = ? and merged_into is not null
        union
        select s.merged_id, c.merged_into from steps s cross join customers c
          where c.brand_id = ? and c.id = s.id and c.merged_into is not null
      )
      select s.merged_id as "mergedId", c.id as "keptId" from steps s cross join customers c
        where c.brand_id = ? and c.id = s.id and c.merged_into is null`,
    merged.map(({ brandId, id }) => [brandId, id, brandId, brandId]),
  );
  return new Map(rows.map(({ mergedId, keptId }) => [mergedId, keptId]));
}

/** The keys that match these customers: their own, and those of customers merged into them. */
export async function findMatchKeys(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<MatchKey[]> {
  const rows = await db.all<{ emailKey: string | null; phoneKey: string | null }>(
    `with recursive family (id) as (
        select id from customers where brand_id = ? and id in (${marks(ids)})
        union
        select c.id from family f cross join customers c
          where c.brand_id = ? and c.merged_into = f.id
      )
      select c.email_key as "emailKey", c.phone_key as "phoneKey" from family f
        cross join customers c where c.brand_id = ? and c.id = f.id`,
    brandId,
    ...ids,
    brandId,
    brandId,
  );
  return rows.flatMap(matchKeysOf);
}

/** The customer and all that were merged into it, directly or indirectly. */
export async function findFamilyIds(db: Database, brandId: string, id: string): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    `with recursive family (id) as (
        select id from customers where brand_id = ? and id = ?
        union
        select c.id from family f cross join customers c
          where c.brand_id = ? and c.merged_into = f.id
      )
      select id from family`,
    brandId,
    id,
    brandId,
  );
  return rows.map((row) => row.id);
}
