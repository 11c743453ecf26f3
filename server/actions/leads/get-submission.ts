// The body of a lead's submission, exactly as it was received.
import type { Phase } from '#contract/work-item-lists.ts';
import type { Database } from '#db/database.ts';
import { findLeadSubmissions } from '#db/leads/lead-submissions.ts';
import type { LeadSubmissionRow } from '#db/tables.ts';
import { findWorkItems } from '#db/work-items/work-items.ts';

interface Submission {
  phase: Phase;
  /** Null for a work item that a member created, and after an erasure. */
  submission: Pick<LeadSubmissionRow, 'receivedAt' | 'requestId' | 'body'> | null;
}

/** Returns null for an unknown work item. */
export async function getSubmission(
  db: Database,
  { brandId, id }: { brandId: string; id: string },
): Promise<Submission | null> {
  const [item] = await findWorkItems(db, brandId, [id]);
  if (!item || item.deletedAt !== null) return null;
  const [found] = await findLeadSubmissions(db, brandId, [id]);
  return { phase: item.phase, submission: found ?? null };
}
