// The stored answer to a call with an Idempotency-Key, and the replay for a repeated key.
import type { Match } from '#contract/lead-batch-lists.ts';
import { idempotencyHours, memberIdempotencyDays } from '#contract/limits.ts';
import type { Author } from '../author.ts';
import { nilUuid } from '../uuid-v7.ts';

export interface IdempotencyRecord {
  brandId: string;
  route: string;
  idempotencyKey: string;
  bodyHash: string;
  responseStatus: number;
  responseBody: string;
  workItemId: string;
  expiresAt: number;
}

interface KeyedCall {
  brandId: string;
  author?: Author | undefined;
  idempotency: { route: string; key: string; bodyHash: string };
}

// More than the clock skew between servers of one database.
const skewMsMax = 1_000;
const hourMs = 60 * 60 * 1000;

/** The web app retries what was made offline, after weeks if need be; a program retries within hours. */
function retentionMsFor(author: KeyedCall['author']): number {
  return (author?.actor === 'member' ? memberIdempotencyDays * 24 : idempotencyHours) * hourMs;
}

export const createdStatus = 201;
/** The status of a call that has not been answered yet. */
export const inFlightStatus = 202;

export type Answer = Pick<IdempotencyRecord, 'responseStatus' | 'responseBody' | 'workItemId'>;

export function idempotencyRecord(
  { brandId, author, idempotency: { route, key, bodyHash } }: KeyedCall,
  answer: Answer,
  now: number,
): IdempotencyRecord {
  return {
    brandId,
    route,
    idempotencyKey: key,
    bodyHash,
    responseStatus: answer.responseStatus,
    responseBody: answer.responseBody,
    workItemId: answer.workItemId,
    expiresAt: now + retentionMsFor(author),
  };
}

interface Repetition {
  bodyHash: string;
  author?: Author | undefined;
  /** How long the first call may be in flight. */
  inFlightMsMax: number;
  now: number;
  /** Whether several servers share the database, so the first call may be in flight on another one. */
  isShared: boolean;
}

export type IdempotencyOutcome =
  | { outcome: 'key_reused' }
  | { outcome: 'in_flight'; waitMs: number }
  | { outcome: 'replayed'; workItemId: string; body: string; wasEnded: boolean };

export function idempotencyOutcome(
  answer: IdempotencyRecord,
  { bodyHash, author, inFlightMsMax, now, isShared }: Repetition,
): IdempotencyOutcome {
  if (answer.bodyHash !== bodyHash) return { outcome: 'key_reused' };
  const claimedAt = answer.expiresAt - retentionMsFor(author);
  const wasEnded = answer.responseStatus !== inFlightStatus;
  // A claim from the future predates a step back of the clock, so its age is unknown.
  const isFromFuture = claimedAt > now + skewMsMax;
  // After this wait the server of the first call is presumed dead.
  const waitMs = wasEnded || isFromFuture ? 0 : claimedAt + inFlightMsMax - now;
  if (isShared && waitMs > 0) return { outcome: 'in_flight', waitMs };
  const { workItemId, responseBody: body } = answer;
  return { outcome: 'replayed', workItemId, body, wasEnded };
}

interface CreatedLead {
  workItemId: string;
  customerId: string;
  matched: Match;
  body: string;
  photoJobIds: readonly string[];
}

interface LeadCall {
  isInBatch: boolean;
  photoWaitMs: number;
}

/** The answer to store for a new lead. A call that waits for photos is answered later, with more. */
export function answerToLead(created: CreatedLead, { isInBatch, photoWaitMs }: LeadCall): Answer {
  const isAnsweredLater = photoWaitMs > 0 && created.photoJobIds.length > 0;
  return {
    responseStatus: isAnsweredLater ? inFlightStatus : createdStatus,
    responseBody: isInBatch ? batchAnswerOf(created) : created.body,
    workItemId: created.workItemId,
  };
}

const batchStart = '{"matched":';

/** Shortens a stored answer when the quota is full; the work item is read again on replay. */
export function withoutWorkItem(body: string): string {
  if (!body.startsWith(batchStart)) return '';
  const { matched, customerId } = JSON.parse(body);
  return JSON.stringify({ matched, customerId });
}

export function lacksWorkItem({ workItemId, body }: { workItemId: string; body: string }): boolean {
  // The claim of a whole batch has no work item.
  if (workItemId === nilUuid) return false;
  return body === '' || (body.startsWith(batchStart) && !body.includes('"workItem":'));
}

export function withWorkItem(stored: string, workItem: string): string {
  return stored === '' ? workItem : `${stored.slice(0, -1)},"workItem":${workItem}}`;
}

/** The entry of a batch response for one lead. */
export function batchAnswerOf({
  matched,
  customerId,
  body,
}: Pick<CreatedLead, 'matched' | 'customerId' | 'body'>): string {
  return `{"matched":"${matched}","customerId":"${customerId}","workItem":${body}}`;
}
