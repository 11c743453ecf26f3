import type { IntakeRecord } from '../records.ts';

export type WrittenIntake = Pick<
  IntakeRecord,
  'id' | 'workItemId' | 'lead' | 'sent' | 'refusal' | 'body' | 'bodyEncoding'
>;

/** What senders wrote, to be searched for a person. */
export function textsOfIntake({
  lead,
  sent,
  refusal,
  body,
  bodyEncoding,
}: WrittenIntake): string[] {
  const texts = [lead, sent, refusal].filter((text) => text !== null);
  if (body === null) return texts;
  if (bodyEncoding === 'utf8') return [...texts, body];
  // Not UTF-8: most encodings write ASCII alike.
  return [...texts, Buffer.from(body, 'base64').toString('latin1')];
}
