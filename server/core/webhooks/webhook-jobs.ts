// The jobs that deliver events to endpoints.
import type { NewJob } from '../job.ts';

/** The due time of a job that waits for a wake-up. */
export const never = Number.MAX_SAFE_INTEGER;

interface Endpoint {
  brandId: string;
  id: string;
}

interface Timing {
  now: number;
  dueAt: number;
}

/** First attempts, retries and replays have separate lanes, so none delays the others. */
export function lanesOf(endpointId: string) {
  return {
    firstTries: endpointId,
    retries: `${endpointId} retry`,
    replays: `${endpointId} replay`,
  };
}

/** Each endpoint has one permanent delivery job, with the endpoint's id; wakeEndpoints makes it due. */
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
  /** Failed attempts of the same round before this job: 1 after a first attempt, 0 for a replay. */
  failedBefore: number;
}

/** Has the delivery's id, so a delivery never has two retry jobs. */
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
  /** The last event that was sent. */
  after: number;
  /** The last event to send; later ones are delivered anyway. */
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

// One lane for all mail, so that a hanging mail server occupies few slots.
const mailLane = 'mail';

interface OwnerNotificationPayload {
  endpointId: string;
}

/** A job per owner, so that a retry for one owner does not mail the others again. */
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
    payload: JSON.stringify({ endpointId } satisfies OwnerNotificationPayload),
    dueAt: now,
    createdAt: now,
  };
}

export function readOwnerNotificationJob(payload: string): OwnerNotificationPayload {
  return JSON.parse(payload) as OwnerNotificationPayload;
}
