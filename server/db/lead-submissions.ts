import type { Database } from './database.ts';
import type { LeadSubmissionRow } from './tables.ts';

export function insertLeadSubmissions(
  db: Database,
  submissions: readonly LeadSubmissionRow[],
): Promise<void> {
  return db.insertRows('leadSubmissions', submissions);
}
