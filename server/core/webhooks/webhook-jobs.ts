// The jobs that bring events to endpoints.
import type { NewJob } from '../job.ts';

/** When a job is due that waits for something else than time. */
export const never = Number.MAX_SAFE_INTEGER;

interface Endpoint {
  brandId: string;
  id: string;
}

interface Timing {
  now: number;
  dueAt: number;
}

/** First tries, retries and replays have lanes of their own: none of them keeps the others waiting. */
export function lanesOf(endpointId: string) {
  return {
    firstTries: endpointId,
    retries: `${endpointId} retry`,
    replays: `${endpointId} replay`,
  };
}

/** Each endpoint has one as long as it lives, under its own id; wakeEndpoints makes it due. */
export function deliveryJob({ brandId, id }: Endpoint, { now, dueAt }: Timing): NewJob {
  return {
    brandId,
    id,
    kind: 'deliverEvents',
    subject: id,
    lane: lanesOf(id).firstTries,
    payload: '{}',
    dueAt,
    createdAt: now,
  };
}

interface RetryPayload {
  /** Of the same round, before this job was made: 1 for a first try, 0 for a replay. */
  failedBefore: number;
}

/** Under the id of the delivery, so that there is never a second one. */
export function retryJob(
  { brandId, id }: Endpoint,
  deliveryId: string,
  { failedBefore, now, dueAt }: RetryPayload & Timing,
): NewJob {
  return {
    brandId,
    id: deliveryId,
    kind: 'retryDelivery',
    subject: id,
    lane: lanesOf(id).retries,
    payload: JSON.stringify({ failedBefore } satisfies RetryPayload),
    dueAt,
    createdAt: now,
  };
}

export function readRetryJob(payload: string): RetryPayload {
  return JSON.parse(payload) as RetryPayload;
}

export interface ReplayPayload {
  since: number;
  /** Where it has come to. */
  after: number;
  /** The last one: later events come by themselves. */
  upTo: number;
}

export function replayJob(
  { brandId, id }: Endpoint,
  jobId: string,
  { now, dueAt, ...payload }: ReplayPayload & Timing,
): NewJob {
  return {
    brandId,
    id: jobId,
    kind: 'replayEvents',
    subject: id,
    lane: lanesOf(id).replays,
    payload: JSON.stringify(payload satisfies ReplayPayload),
    dueAt,
    createdAt: now,
  };
}

export function readReplayJob(payload: string): ReplayPayload {
  return JSON.parse(payload) as ReplayPayload;
}

// One for all, so that a mail server that hangs holds few places.
const mailLane = 'mail';

interface TellingPayload {
  endpointId: string;
}

/**
 * A mail to one owner, whom it is about: who has it is not written to again when another one is, and an endpoint that
 * is slow does not make it wait.
 */
export function ownerNotificationJob(
  { brandId, id: endpointId }: Endpoint,
  jobId: string,
  { accountId, now }: { accountId: string; now: number },
): NewJob {
  return {
    brandId,
    id: jobId,
    kind: 'notifyOwner',
    subject: accountId,
    lane: mailLane,
    payload: JSON.stringify({ endpointId } satisfies TellingPayload),
    dueAt: now,
    createdAt: now,
  };
}

export function readOwnerNotificationJob(payload: string): TellingPayload {
  return JSON.parse(payload) as TellingPayload;
}
