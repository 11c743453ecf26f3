// Leads whose customer is doubtful, and pairs of customers that a person told apart.
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';
import { deleteFirst } from '../delete-first.ts';
import type { DoubtfulLeadRow } from '../tables.ts';

const fields: Field<'doubtfulLeads'>[] = [
  'brandId',
  'workItemId',
  'otherName',
  'createdAt',
  'settledAt',
];

export function insertDoubtfulLeads(
  db: Database,
  leads: readonly DoubtfulLeadRow[],
): Promise<void> {
  return db.insertRows('doubtfulLeads', leads);
}

interface OpenDoubts {
  brandId: string;
  /** The last lead of the previous page. */
  beforeId: string | undefined;
  most: number;
}

const openDoubts = `doubtful_leads d
  join work_items w on w.brand_id = d.brand_id and w.id = d.work_item_id
  where d.brand_id = ? and d.settled_at is null and w.deleted_at is null`;

/** Newest first; leads that were deleted are left out. */
export function findDoubtfulLeads(
  db: Database,
  { brandId, beforeId, most }: OpenDoubts,
): Promise<DoubtfulLeadRow[]> {
  const from = beforeId === undefined ? [] : [beforeId];
  return db.all(
    `select ${columns('doubtfulLeads', fields, 'd')} from ${openDoubts}
      ${from.map(() => 'and d.work_item_id < ?').join('')}
      order by d.work_item_id desc limit ?`,
    brandId,
    ...from,
    most,
  );
}

export async function isDoubtfulLead(
  db: Database,
  { brandId, workItemId }: Pick<DoubtfulLeadRow, 'brandId' | 'workItemId'>,
): Promise<boolean> {
  const found = await db.first(
    `select 1 from doubtful_leads
      where brand_id = ? and work_item_id = ? and settled_at is null`,
    brandId,
    workItemId,
  );
  return found !== undefined;
}

export async function countDoubtfulLeads(
  db: Database,
  brandId: string,
  most: number,
): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*) as count from (select 1 from ${openDoubts} limit ?) as c`,
    brandId,
    most,
  );
  return Number(row!.count);
}

interface SettledName {
  customerId: string;
  otherName: string;
}

// More spellings of a customer's name than people send.
const settledNamesMax = 1_000;

/**
 * The other names that a person decided about for these customers: of leads that stayed, and of leads
 * that went to a customer marked as someone else.
 */
export function findSettledNames(
  db: Database,
  brandId: string,
  customerIds: readonly string[],
): Promise<SettledName[]> {
  const asked = marks(customerIds);
  return db.all(
    `select distinct c.asked_id as "customerId", d.other_name as "otherName"
      from (
        select id as asked_id, id from customers where brand_id = ? and id in (${asked})
        union all select one_id, other_id from distinct_customers
          where brand_id = ? and one_id in (${asked})
        union all select other_id, one_id from distinct_customers
          where brand_id = ? and other_id in (${asked})
      ) as c
      join work_items w on w.brand_id = ? and w.customer_id = c.id
      join doubtful_leads d on d.brand_id = w.brand_id and d.work_item_id = w.id
      where d.settled_at is not null
      limit ?`,
    ...[1, 2, 3].flatMap(() => [brandId, ...customerIds]),
    brandId,
    settledNamesMax,
  );
}

/** Returns whether it was open. */
export async function settleDoubtfulLead(
  db: Database,
  { brandId, workItemId }: Pick<DoubtfulLeadRow, 'brandId' | 'workItemId'>,
  settledAt: number | null,
): Promise<boolean> {
  const isOpen = settledAt === null ? 'settled_at is not null' : 'settled_at is null';
  const changed = await db.run(
    `update doubtful_leads set settled_at = ?
      where brand_id = ? and work_item_id = ? and ${isOpen}`,
    settledAt,
    brandId,
    workItemId,
  );
  return changed > 0;
}

/** The pairs of a brand, as "smaller id, space, larger id". */
export async function findDistinctPairs(db: Database, brandId: string): Promise<Set<string>> {
  const rows = await db.all<{ oneId: string; otherId: string }>(
    `select one_id as "oneId", other_id as "otherId" from distinct_customers where brand_id = ?`,
    brandId,
  );
  return new Set(rows.map(({ oneId, otherId }) => `${oneId} ${otherId}`));
}

interface DistinctPair {
  brandId: string;
  ids: readonly [string, string];
}

export async function addDistinctPair(
  db: Database,
  { brandId, ids }: DistinctPair,
  createdAt: number,
): Promise<void> {
  const [oneId, otherId] = ids.toSorted() as [string, string];
  await db.putRows(
    'distinctCustomers',
    ['brandId', 'oneId', 'otherId'],
    [{ brandId, oneId, otherId, createdAt }],
  );
}

export async function deleteDistinctPair(
  db: Database,
  { brandId, ids }: DistinctPair,
): Promise<void> {
  const [oneId, otherId] = ids.toSorted() as [string, string];
  await db.run(
    'delete from distinct_customers where brand_id = ? and one_id = ? and other_id = ?',
    brandId,
    oneId,
    otherId,
  );
}

export async function deleteDoubtfulLeads(
  db: Database,
  brandId: string,
  workItemIds: readonly string[],
): Promise<void> {
  await db.run(
    `delete from doubtful_leads where brand_id = ? and work_item_id in (${marks(workItemIds)})`,
    brandId,
    ...workItemIds,
  );
}

/** Bounded; returns how many. */
export function deleteOldDistinctPairs(
  db: Database,
  { brandId, before, most }: { brandId: string; before: number; most: number },
): Promise<number> {
  return deleteFirst(db, {
    table: 'distinct_customers',
    among: ['brand_id = ? and created_at < ?', brandId, before],
    by: 'one_id',
    most,
  });
}
