// What is kept of the answer to a call with an Idempotency-Key, and what the same key gets later.
import type { Match } from '#contract/lead-batch-lists.ts';
import { idempotencyHours } from '#contract/limits.ts';
import { nilUuid } from '../uuid-v7.ts';

export interface RememberedAnswer {
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
  idempotency: { route: string; key: string; bodyHash: string };
}

// More than the clocks of two servers of one database differ.
const aheadMsMax = 1_000;
const rememberedMs = idempotencyHours * 60 * 60 * 1000;

export const createdStatus = 201;
/** Of a call that is not answered yet. */
export const underWayStatus = 202;

export type Answer = Pick<RememberedAnswer, 'responseStatus' | 'responseBody' | 'workItemId'>;

export function rememberedAnswer(
  { brandId, idempotency: { route, key, bodyHash } }: KeyedCall,
  answer: Answer,
  now: number,
): RememberedAnswer {
  return {
    brandId,
    route,
    idempotencyKey: key,
    bodyHash,
    responseStatus: answer.responseStatus,
    responseBody: answer.responseBody,
    workItemId: answer.workItemId,
    expiresAt: now + rememberedMs,
  };
}

interface Repetition {
  bodyHash: string;
  /** How long the first call may be under way. */
  underWayMsMax: number;
  now: number;
  /** Whether the first call may be under way elsewhere: one server alone knows itself what it is doing. */
  isShared: boolean;
}

export type AnswerToRepetition =
  | { outcome: 'key_reused' }
  | { outcome: 'under_way'; waitMs: number }
  | { outcome: 'replayed'; workItemId: string; body: string; wasEnded: boolean };

export function answerAgain(
  answer: RememberedAnswer,
  { bodyHash, underWayMsMax, now, isShared }: Repetition,
): AnswerToRepetition {
  if (answer.bodyHash !== bodyHash) return { outcome: 'key_reused' };
  const claimedAt = answer.expiresAt - rememberedMs;
  // A server that died meanwhile is not waited for for ever.
  const wasEnded = answer.responseStatus !== underWayStatus;
  // A claim of the future was made before the clock was set back, so it says nothing about how long ago that was.
  const isOfFuture = claimedAt > now + aheadMsMax;
  const waitMs = wasEnded || isOfFuture ? 0 : claimedAt + underWayMsMax - now;
  if (isShared && waitMs > 0) return { outcome: 'under_way', waitMs };
  const { workItemId, responseBody: body } = answer;
  return { outcome: 'replayed', workItemId, body, wasEnded };
}

interface MadeLead {
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

/** What is kept of a lead that was just made. Who waits for its photos is answered later, with more. */
export function answerToLead(made: MadeLead, { isInBatch, photoWaitMs }: LeadCall): Answer {
  const isAnsweredLater = photoWaitMs > 0 && made.photoJobIds.length > 0;
  return {
    responseStatus: isAnsweredLater ? underWayStatus : createdStatus,
    responseBody: isInBatch ? batchAnswerOf(made) : made.body,
    workItemId: made.workItemId,
  };
}

const batchStart = '{"matched":';

/** What is kept of an answer when there is no room for it: the rest is read again from the work item. */
export function withoutWorkItem(body: string): string {
  if (!body.startsWith(batchStart)) return '';
  const { matched, customerId } = JSON.parse(body);
  return JSON.stringify({ matched, customerId });
}

export function lacksWorkItem({ workItemId, body }: { workItemId: string; body: string }): boolean {
  // The claim of a whole batch has none.
  if (workItemId === nilUuid) return false;
  return body === '' || (body.startsWith(batchStart) && !body.includes('"workItem":'));
}

export function withWorkItem(kept: string, workItem: string): string {
  return kept === '' ? workItem : `${kept.slice(0, -1)},"workItem":${workItem}}`;
}

/** What a batch answers for one lead. */
export function batchAnswerOf({
  matched,
  customerId,
  body,
}: Pick<MadeLead, 'matched' | 'customerId' | 'body'>): string {
  return `{"matched":"${matched}","customerId":"${customerId}","workItem":${body}}`;
}
