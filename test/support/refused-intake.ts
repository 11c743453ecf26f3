import { randomFillSync } from 'node:crypto';
import { uuidV7Maker } from '#core/uuid-v7.ts';
import type { IntakeRecord } from '#core/records.ts';

interface Refused {
  brandId: string;
  channelId: string | null;
  /** When it came in. */
  at: number;
  sent: object;
}

/** As a hook stores what has no title. */
export function refusedIntake({ brandId, channelId, at, sent }: Refused): IntakeRecord {
  const refusal = { message: ['title is required'], code: 'validation_failed', details: '' };
  return {
    brandId,
    // A maker of ids does not go back in time.
    id: uuidV7Maker(randomFillSync)(at),
    channelId,
    source: 'hook',
    state: 'refused',
    reason: null,
    refusal: JSON.stringify(refusal),
    lead: JSON.stringify(sent),
    sent: JSON.stringify(sent),
    contentType: 'application/json',
    body: JSON.stringify(sent),
    bodyEncoding: 'utf8',
    fileCount: 0,
    workItemId: null,
    onceKey: null,
    visit: null,
    language: null,
    receivedAt: at,
    discardedAt: null,
    decidedBy: null,
  };
}
