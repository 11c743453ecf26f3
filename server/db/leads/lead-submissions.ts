import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';
import type { LeadSubmissionRow } from '../tables.ts';

export function insertLeadSubmissions(
  db: Database,
  submissions: readonly LeadSubmissionRow[],
): Promise<void> {
  return db.insertRows('leadSubmissions', submissions);
}

const fields: Field<'leadSubmissions'>[] = [
  'brandId',
  'workItemId',
  'body',
  'apiKeyId',
  'requestId',
  'receivedAt',
];

export function findLeadSubmissions(
  db: Database,
  brandId: string,
  workItemIds: readonly string[],
): Promise<LeadSubmissionRow[]> {
  if (workItemIds.length === 0) return Promise.resolve([]);
  return db.all(
    `select ${columns('leadSubmissions', fields)} from lead_submissions
      where brand_id = ? and work_item_id in (${marks(workItemIds)})`,
    brandId,
    ...workItemIds,
  );
}

export async function deleteLeadSubmissions(
  db: Database,
  brandId: string,
  workItemIds: readonly string[],
): Promise<void> {
  await db.run(
    `delete from lead_submissions where brand_id = ? and work_item_id in (${marks(workItemIds)})`,
    brandId,
    ...workItemIds,
  );
}
