import type { Language } from '#contract/account-lists.ts';
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
  'language',
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

/** Of the form that the visitor saw; null when unknown. */
export async function findLeadLanguage(
  db: Database,
  { brandId, workItemId }: Pick<LeadSubmissionRow, 'brandId' | 'workItemId'>,
): Promise<Language | null> {
  const row = await db.first<Pick<LeadSubmissionRow, 'language'>>(
    'select language from lead_submissions where brand_id = ? and work_item_id = ?',
    brandId,
    workItemId,
  );
  return row?.language ?? null;
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
