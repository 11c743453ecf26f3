// Who became part of whom. A customer that was merged names the one it went into, which may itself have been
// merged since: the last one is the one that is there. A cross join keeps SQLite to the order that is written.
import { type MatchKey, matchKeysOf } from '#core/customers/customer-matching.ts';
import { marks } from '../columns.ts';
import type { Database } from '../database.ts';

/** For each of these merged customers, the one that it is part of now. */
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

/** By which leads find these customers: their own keys, and those of all who were merged into them. */
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

/** The customer and all who were merged into it, directly or over others. */
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
