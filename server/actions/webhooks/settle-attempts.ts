// Records the outcome of delivery attempts and what follows from it: retries, health, disabling.
import { systemAuthor } from '#core/author.ts';
import { changesBetween } from '#core/event.ts';
import { byBrandAndId, type JobClaim } from '#core/job.ts';
import { presentWebhook } from '#core/webhooks/present-webhook.ts';
import { eventPayload } from '#core/webhooks/webhook-message.ts';
import { retryJob, ownerNotificationJob } from '#core/webhooks/webhook-jobs.ts';
import type { Attempt, EndpointRecord } from '#core/webhooks/webhook-records.ts';
import { disablingReasons, healthAfter, outcomeOfAttempt } from '#core/webhooks/webhook-retries.ts';
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { findErasedSubjects } from '#db/erasure/erased-subjects.ts';
import { findEventsAt } from '#db/events/events.ts';
import { hurryJob } from '#db/jobs/job-plans.ts';
import { dropJob, enqueueJobs, lockJob, deferJob, updateJobPayload } from '#db/jobs/jobs.ts';
import { listMembers } from '#db/accounts/members.ts';
import {
  findDelivery,
  insertAttempt,
  insertDelivery,
  updateDelivery,
} from '#db/webhooks/webhook-deliveries.ts';
import { lockEndpoint, updateEndpoint } from '#db/webhooks/webhook-endpoints.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';
import { loadEvents } from '../events/load-events.ts';
import type { Outgoing } from './outgoing-events.ts';

export interface AttemptEnd {
  job: JobClaim;
  endpointId: string;
  /** The endpoint's version when it was read. */
  version: number;
  event: Outgoing & { eventPosition: number };
  /** Null when nothing was sent because a retry is already scheduled. */
  attempt: Attempt | null;
  /** The delay after a failure; null after the last attempt. */
  retryInMs: number | null;
  as:
    | { kind: 'firstTry' }
    | { kind: 'retry'; failures: number }
    /** The payload with which the job continues. */
    | { kind: 'replay'; payload: string };
}

/** Continue with the events read, reload them, or stop because another worker has the job. */
export type NextStep = 'continue' | 'reload' | 'stop';

/** Nothing was recorded for this attempt. */
interface NotSettled {
  failed: string;
}

interface Settling {
  ends: readonly AttemptEnd[];
  /** Without mail settings no worker would ever run the jobs that notify owners. */
  sendsMail: boolean;
}

/** Settles attempts of several endpoints in one commit; a failing one does not affect the others. */
export async function settleAttempts(
  db: Database,
  settling: Settling,
  context: ActionContext,
): Promise<(NextStep | NotSettled)[]> {
  try {
    return await settleTogether(db, settling, context);
  } catch (error) {
    // One conflicting attempt must not keep the others from being recorded.
    if (settling.ends.length > 1) return settleOneByOne(db, settling, context);
    if (error instanceof DatabaseUnavailable) throw error;
    return [failed(error)];
  }
}

async function settleOneByOne(
  db: Database,
  { ends, sendsMail }: Settling,
  context: ActionContext,
): Promise<(NextStep | NotSettled)[]> {
  const steps: (NextStep | NotSettled)[] = [];
  let unavailable: DatabaseUnavailable | undefined;
  for (const end of ends) {
    try {
      // An unavailable database fails the rest too.
      if (unavailable) throw unavailable;
      steps.push(...(await settleTogether(db, { ends: [end], sendsMail }, context)));
    } catch (error) {
      if (error instanceof DatabaseUnavailable) unavailable = error;
      steps.push(failed(error));
    }
  }
  return steps;
}

function failed(error: unknown): NotSettled {
  return { failed: (error as Error).message };
}

function settleTogether(
  db: Database,
  { ends, sendsMail }: Settling,
  context: ActionContext,
): Promise<NextStep[]> {
  return db.transaction(async (trx) => {
    const endpoints = await lockEndpoints(trx, ends);
    const locked = new Set<AttemptEnd>();
    for (const end of ends.toSorted((one, other) => byBrandAndId(one.job, other.job))) {
      if (await lockJob(trx, end.job)) locked.add(end);
    }
    const erased = await findErased(trx, ends);
    const steps = new Map<AttemptEnd, NextStep>();
    for (const end of ends.toSorted(inDeliveryOrder)) {
      const endpoint = endpoints.get(end.endpointId);
      if (!locked.has(end)) steps.set(end, 'stop');
      else if (!endpoint) steps.set(end, 'reload');
      else {
        const isErased = erased.has(end.event.subjectId);
        const after = await settle(trx, endpoint, { ...end, isErased, sendsMail }, context);
        endpoints.set(end.endpointId, after);
        steps.set(end, after.version === end.version ? 'continue' : 'reload');
      }
    }
    return ends.map((end) => steps.get(end)!);
  });
}

/** The lock order of deliveries; new ones keep their order of arrival. */
function inDeliveryOrder({ event: one }: AttemptEnd, { event: other }: AttemptEnd): number {
  return (one.deliveryId ?? '').localeCompare(other.deliveryId ?? '');
}

async function lockEndpoints(
  trx: Database,
  ends: readonly AttemptEnd[],
): Promise<Map<string, EndpointRecord>> {
  const keys = new Map(
    ends.map(({ job, endpointId }) => [endpointId, { brandId: job.brandId, id: endpointId }]),
  );
  const locked = new Map<string, EndpointRecord>();
  for (const key of [...keys.values()].sort(byBrandAndId)) {
    const endpoint = await lockEndpoint(trx, key);
    if (endpoint) locked.set(key.id, endpoint);
  }
  return locked;
}

/** Returns the subjects whose person was erased while the attempts were in flight. */
async function findErased(trx: Database, ends: readonly AttemptEnd[]): Promise<Set<string>> {
  const erased = new Set<string>();
  for (const [brandId, group] of Map.groupBy(ends, ({ job }) => job.brandId)) {
    const subjectIds = new Set(group.map(({ event }) => event.subjectId));
    for (const id of await findErasedSubjects(trx, brandId, [...subjectIds])) erased.add(id);
  }
  return erased;
}

interface KnownEnd extends AttemptEnd {
  isErased: boolean;
  sendsMail: boolean;
}

/** Returns the updated endpoint. */
async function settle(
  trx: Database,
  endpoint: EndpointRecord,
  end: KnownEnd,
  context: ActionContext,
): Promise<EndpointRecord> {
  const now = context.now();
  const { job, event, attempt, as } = end;
  if (attempt === null) {
    await hurryJob(trx, { brandId: job.brandId, id: event.deliveryId!, now });
  } else {
    await writeAttempt(trx, endpoint, { ...end, attempt }, context);
  }
  if (as.kind === 'replay') await updateJobPayload(trx, job, as.payload);
  const changes: Partial<EndpointRecord> = {
    ...(as.kind === 'firstTry' && { afterPosition: event.eventPosition }),
    // A late response from a previous URL says nothing about the current one.
    ...(attempt?.url === endpoint.url && healthChanges(endpoint, attempt, now)),
  };
  await updateEndpoint(trx, endpoint, changes);
  const after = { ...endpoint, ...changes };
  if (after.state !== endpoint.state) {
    await recordDisabling(trx, endpoint, after, context);
    if (end.sendsMail) await enqueueOwnerMails(trx, after, context);
  }
  return after;
}

async function writeAttempt(
  trx: Database,
  endpoint: EndpointRecord,
  { job, event, attempt, retryInMs, as, isErased }: KnownEnd & { attempt: Attempt },
  context: ActionContext,
): Promise<void> {
  const now = context.now();
  const { brandId, id: endpointId } = endpoint;
  const known =
    event.deliveryId && (await findDelivery(trx, { brandId, endpointId, id: event.deliveryId }));
  // The delivery was swept or erased while it was being sent.
  if (event.deliveryId && !known) {
    if (as.kind === 'retry') await dropJob(trx, job);
    return;
  }
  const id = event.deliveryId ?? context.newId();
  const { attemptedAt, error } = attempt;
  const wantedAt = as.kind === 'retry' && known ? known.nextAttemptAt : null;
  const ended = { attemptedAt, error, retryInMs, wantedAt };
  const { status, dueAt, endedAt, isRetryRequested } = outcomeOfAttempt(ended, now);
  // A replay of this delivery was requested while it was being sent: that retry stays.
  const hasRetry =
    dueAt !== null && as.kind === 'replay' && (await hurryJob(trx, { brandId, id, now }));
  const outcome = { status, nextAttemptAt: hasRetry ? now : dueAt, endedAt };
  const number = known ? known.attempts + 1 : 1;
  if (known) await updateDelivery(trx, known, { ...outcome, attempts: number });
  else {
    const { eventPosition, eventType, subjectId } = event;
    const payload = isErased ? await payloadNow(trx, endpoint, eventPosition) : event.payload;
    const content = { eventPosition, eventType, subjectId, payload };
    const row = { brandId, id, endpointId, ...content, ...outcome, attempts: number };
    await insertDelivery(trx, { ...row, createdAt: attemptedAt });
  }
  // A response may echo personal data that was sent before the erasure.
  const responseStart = isErased ? null : attempt.responseStart;
  await insertAttempt(trx, { brandId, deliveryId: id, number, ...attempt, responseStart });

  if (as.kind !== 'retry') {
    const timing = { failedBefore: 1, now };
    if (dueAt !== null && !hasRetry) {
      await enqueueJobs(trx, [retryJob(endpoint, id, { ...timing, dueAt })]);
    }
  } else if (dueAt === null) await dropJob(trx, job);
  else await deferJob(trx, job, { now, dueAt }, isRetryRequested ? 0 : as.failures + 1);
}

async function payloadNow(
  trx: Database,
  endpoint: EndpointRecord,
  eventPosition: number,
): Promise<string> {
  const { brandId } = endpoint;
  const [event] = await loadEvents(trx, await findEventsAt(trx, brandId, [eventPosition]));
  return eventPayload(event!, endpoint);
}

// The version changes only with fields that callers see.
function healthChanges(
  endpoint: EndpointRecord,
  { responseStatus, error }: Attempt,
  now: number,
): Partial<EndpointRecord> {
  const { state, disabledReason, failingSince, lastFailedAt } = endpoint;
  const before = { state, disabledReason, failingSince, lastFailedAt };
  const after = healthAfter(before, { status: responseStatus, error }, now);
  const isSame = after.state === state && after.failingSince === failingSince;
  if (!isSame) return { ...after, version: endpoint.version + 1 };
  return error === null ? {} : { lastFailedAt: after.lastFailedAt };
}

async function recordDisabling(
  trx: Database,
  before: EndpointRecord,
  after: EndpointRecord,
  context: ActionContext,
): Promise<void> {
  const event = {
    ...systemAuthor,
    brandId: after.brandId,
    type: 'webhook.disabled' as const,
    subjectId: after.id,
    changes: changesBetween(presentWebhook(before), presentWebhook(after)),
    reason: disablingReasons[after.disabledReason!],
    createdAt: context.now(),
  };
  await recordEvents(trx, [event], context);
}

async function enqueueOwnerMails(
  trx: Database,
  endpoint: EndpointRecord,
  context: ActionContext,
): Promise<void> {
  // A test side has no members of its own: nobody gets mail about a test webhook.
  const members = await listMembers(trx, endpoint.brandId);
  const owners = members.filter(({ role }) => role === 'owner');
  const now = context.now();
  await enqueueJobs(
    trx,
    owners.map(({ id: accountId }) =>
      ownerNotificationJob(endpoint, context.newId(), { accountId, now }),
    ),
  );
}
