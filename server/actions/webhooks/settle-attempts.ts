// What became of an attempt to send an event, written down together with what follows from it.
import { theSystem } from '#core/author.ts';
import { changesBetween } from '#core/event.ts';
import { byBrandAndId, type JobClaim } from '#core/job.ts';
import { presentWebhook } from '#core/webhooks/present-webhook.ts';
import { eventPayload } from '#core/webhooks/webhook-message.ts';
import { retryJob, tellingJob } from '#core/webhooks/webhook-jobs.ts';
import type { Attempt, EndpointRecord } from '#core/webhooks/webhook-records.ts';
import { disablingReasons, healthAfter, outcomeOfAttempt } from '#core/webhooks/webhook-retries.ts';
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { findErasedSubjects } from '#db/erasure/erased-subjects.ts';
import { findEventsAt } from '#db/events/events.ts';
import { hurryJob } from '#db/work-items/job-plans.ts';
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
import type { Outgoing } from '../events/outgoing-events.ts';

export interface AttemptEnd {
  job: JobClaim;
  endpointId: string;
  /** Of the endpoint, when it was read. */
  version: number;
  event: Outgoing & { eventPosition: number };
  /** Null for one that was not sent, because a retry is on its way. */
  attempt: Attempt | null;
  /** After a failure; null when it was the last attempt. */
  retryInMs: number | null;
  as:
    | { kind: 'firstTry' }
    | { kind: 'retry'; failures: number }
    /** The payload with which the job goes on. */
    | { kind: 'replay'; payload: string };
}

/** Whether to go on with what was read, to read again, or to leave it to another worker. */
export type NextStep = 'goOn' | 'readAgain' | 'leave';

/** Nothing of it was written down. */
interface NotSettled {
  failed: string;
}

interface Settling {
  ends: readonly AttemptEnd[];
  /** Where no mail is sent, nobody would ever do the jobs that tell owners. */
  sendsMail: boolean;
}

/** Attempts of several endpoints, with one commit; one that cannot be settled harms none of the others. */
export async function settleAttempts(
  db: Database,
  settling: Settling,
  context: ActionContext,
): Promise<(NextStep | NotSettled)[]> {
  try {
    return await settleTogether(db, settling, context);
  } catch (error) {
    // One that another was faster with must not keep the others from being written.
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
  let gone: DatabaseUnavailable | undefined;
  for (const end of ends) {
    try {
      // Once the database is gone it is gone for the rest too.
      if (gone) throw gone;
      steps.push(...(await settleTogether(db, { ends: [end], sendsMail }, context)));
    } catch (error) {
      if (error instanceof DatabaseUnavailable) gone = error;
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
    const endpoints = await holdEndpoints(trx, ends);
    const held = new Set<AttemptEnd>();
    for (const end of ends.toSorted((one, other) => byBrandAndId(one.job, other.job))) {
      if (await lockJob(trx, end.job)) held.add(end);
    }
    const erased = await findErased(trx, ends);
    const steps = new Map<AttemptEnd, NextStep>();
    for (const end of ends.toSorted(inDeliveryOrder)) {
      const endpoint = endpoints.get(end.endpointId);
      if (!held.has(end)) steps.set(end, 'leave');
      else if (!endpoint) steps.set(end, 'readAgain');
      else {
        const isErased = erased.has(end.event.subjectId);
        const after = await settle(trx, endpoint, { ...end, isErased, sendsMail }, context);
        endpoints.set(end.endpointId, after);
        steps.set(end, after.version === end.version ? 'goOn' : 'readAgain');
      }
    }
    return ends.map((end) => steps.get(end)!);
  });
}

/** In which deliveries are changed, by whomever; new ones keep the order in which they came. */
function inDeliveryOrder({ event: one }: AttemptEnd, { event: other }: AttemptEnd): number {
  return (one.deliveryId ?? '').localeCompare(other.deliveryId ?? '');
}

async function holdEndpoints(
  trx: Database,
  ends: readonly AttemptEnd[],
): Promise<Map<string, EndpointRecord>> {
  const keys = new Map(
    ends.map(({ job, endpointId }) => [endpointId, { brandId: job.brandId, id: endpointId }]),
  );
  const held = new Map<string, EndpointRecord>();
  for (const key of [...keys.values()].sort(byBrandAndId)) {
    const endpoint = await lockEndpoint(trx, key);
    if (endpoint) held.set(key.id, endpoint);
  }
  return held;
}

/** The records that attempts were about, of a person who was erased by the time these came to their end. */
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

/** Returns the endpoint as it is then. */
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
    // What an earlier address answers, late, says nothing of the one that has taken its place.
    ...(attempt?.url === endpoint.url && changesOfHealth(endpoint, attempt, now)),
  };
  await updateEndpoint(trx, endpoint, changes);
  const after = { ...endpoint, ...changes };
  if (after.state !== endpoint.state) {
    await tellOfDisabling(trx, endpoint, after, context);
    if (end.sendsMail) await tellOwners(trx, after, context);
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
  // Swept or erased while it was being sent.
  if (event.deliveryId && !known) {
    if (as.kind === 'retry') await dropJob(trx, job);
    return;
  }
  const id = event.deliveryId ?? context.newId();
  const { attemptedAt, error } = attempt;
  const wantedAt = as.kind === 'retry' && known ? known.nextAttemptAt : null;
  const ended = { attemptedAt, error, retryInMs, wantedAt };
  const { status, dueAt, endedAt, isAskedAgain } = outcomeOfAttempt(ended, now);
  // Somebody asked for it by itself while it was being sent: that retry goes on.
  const hasRetry =
    dueAt !== null && as.kind === 'replay' && (await hurryJob(trx, { brandId, id, now }));
  const outcome = { status, nextAttemptAt: hasRetry ? now : dueAt, endedAt };
  const number = known ? known.attempts + 1 : 1;
  if (known) await updateDelivery(trx, known, { ...outcome, attempts: number });
  else {
    const { eventPosition, eventType, subjectId } = event;
    const payload = isErased ? await payloadNow(trx, endpoint, eventPosition) : event.payload;
    const told = { eventPosition, eventType, subjectId, payload };
    const row = { brandId, id, endpointId, ...told, ...outcome, attempts: number };
    await insertDelivery(trx, { ...row, createdAt: attemptedAt });
  }
  // An answer may repeat what was sent before the erasure, or what the receiver knows.
  const responseStart = isErased ? null : attempt.responseStart;
  await insertAttempt(trx, { brandId, deliveryId: id, number, ...attempt, responseStart });

  if (as.kind !== 'retry') {
    const timing = { failedBefore: 1, now };
    if (dueAt !== null && !hasRetry) {
      await enqueueJobs(trx, [retryJob(endpoint, id, { ...timing, dueAt })]);
    }
  } else if (dueAt === null) await dropJob(trx, job);
  else await deferJob(trx, job, { now, dueAt }, isAskedAgain ? 0 : as.failures + 1);
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

// The version changes only with what callers see.
function changesOfHealth(
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

async function tellOfDisabling(
  trx: Database,
  before: EndpointRecord,
  after: EndpointRecord,
  context: ActionContext,
): Promise<void> {
  const event = {
    ...theSystem,
    brandId: after.brandId,
    type: 'webhook.disabled' as const,
    subjectId: after.id,
    changes: changesBetween(presentWebhook(before), presentWebhook(after)),
    reason: disablingReasons[after.disabledReason!],
    createdAt: context.now(),
  };
  await recordEvents(trx, [event], context);
}

async function tellOwners(
  trx: Database,
  endpoint: EndpointRecord,
  context: ActionContext,
): Promise<void> {
  const members = await listMembers(trx, endpoint.brandId);
  const owners = members.filter(({ role }) => role === 'owner');
  const now = context.now();
  await enqueueJobs(
    trx,
    owners.map(({ id: accountId }) => tellingJob(endpoint, context.newId(), { accountId, now })),
  );
}
