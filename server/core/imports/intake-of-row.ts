import { readableRefusal } from '../intakes/intake-refusal.ts';
import type { ImportRecord, IntakeRecord } from '../records.ts';
import type { RefusedRow } from './import-rows.ts';

/** A refused row, so that it can be corrected; null when nothing is left of it. */
export function intakeOfRow(
  { brandId, id: importId }: Pick<ImportRecord, 'brandId' | 'id'>,
  { content, messages, details }: RefusedRow,
  { id, now }: { id: string; now: number },
): IntakeRecord | null {
  if (!content) return null;
  return {
    brandId,
    id,
    channelId: null,
    source: 'import',
    state: 'refused',
    reason: null,
    refusal: readableRefusal(messages, details),
    lead: JSON.stringify(content.found),
    sent: content.raw,
    contentType: null,
    body: null,
    bodyEncoding: 'utf8',
    fileCount: 0,
    workItemId: null,
    onceKey: null,
    // Undoing the import deletes those that are still refused.
    visit: importId,
    language: null,
    receivedAt: now,
    discardedAt: null,
    decidedBy: null,
  };
}
