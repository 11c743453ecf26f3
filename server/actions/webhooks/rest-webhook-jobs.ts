// The ends of the jobs that bring events to endpoints.
import type { JobClaim } from '#core/job.ts';
import { never } from '#core/webhooks/webhook-jobs.ts';
import type { Database } from '#db/database.ts';
import { lockNumbering, lastPosition } from '#db/events/events.ts';
import { dropJob, deferJob } from '#db/jobs/jobs.ts';
import {
  deleteDeliveriesOf,
  findDelivery,
  updateDelivery,
} from '#db/webhooks/webhook-deliveries.ts';
import { lockEndpoint, updateEndpoint } from '#db/webhooks/webhook-endpoints.ts';
import type { ActionContext } from '../context.ts';

interface EndpointJob {
  job: JobClaim;
  endpointId: string;
}

/**
 * Nothing is left to be sent up to there. The job rests until wakeEndpoints makes it due, or is due at
 * once when more has come meanwhile. No event can get its number in between: either it has it before we
 * look, or whoever gives it finds the job at rest.
 */
export function restDelivering(
  db: Database,
  { job, endpointId, upTo }: EndpointJob & { upTo: number },
  context: ActionContext,
): Promise<void> {
  const { brandId } = job;
  return db.transaction(async (trx) => {
    await lockNumbering(trx, brandId);
    const endpoint = await lockEndpoint(trx, { brandId, id: endpointId });
    const afterPosition = Math.max(upTo, endpoint?.afterPosition ?? 0);
    const isMore =
      // The log of one that is gone is still to be removed.
      !endpoint ||
      (endpoint.state === 'active' && (await lastPosition(trx, brandId)) > afterPosition);
    const now = context.now();
    const isOurs = await deferJob(trx, job, { now, dueAt: isMore ? now : never });
    if (isOurs && endpoint && afterPosition > endpoint.afterPosition) {
      await updateEndpoint(trx, endpoint, { afterPosition });
    }
  });
}

/** Of a retry or replay that cannot go on: it waits for the endpoint to become active, or is no more. */
export function parkJob(
  db: Database,
  { job, endpointId, failures }: EndpointJob & { failures: number },
  context: ActionContext,
): Promise<void> {
  const { brandId, id } = job;
  return db.transaction(async (trx) => {
    const endpoint = await lockEndpoint(trx, { brandId, id: endpointId });
    if (!endpoint) return void (await dropJob(trx, job));
    const isActive = endpoint.state === 'active';
    const now = context.now();
    const plan = { now, dueAt: isActive ? now : never };
    const isOurs = await deferJob(trx, job, plan, failures);
    // A retry has the id of its delivery; a replay has none.
    if (isOurs && !isActive) await updateDelivery(trx, { brandId, id }, { nextAttemptAt: null });
  });
}

/** Of a retry that found nothing to do: it goes, unless somebody has asked for it meanwhile. */
export function endRetry(
  db: Database,
  { job, endpointId }: EndpointJob,
  context: ActionContext,
): Promise<void> {
  const { brandId, id } = job;
  return db.transaction(async (trx) => {
    const endpoint = await lockEndpoint(trx, { brandId, id: endpointId });
    const delivery = endpoint && (await findDelivery(trx, { brandId, endpointId, id }));
    const now = context.now();
    if (delivery?.status === 'pending') await deferJob(trx, job, { now, dueAt: now });
    else await dropJob(trx, job);
  });
}

/** Of one that has nothing to do any more. */
export async function endJob(db: Database, job: JobClaim): Promise<void> {
  await db.transaction((trx) => dropJob(trx, job));
}

const forgottenAtOnce = 500;

/** Removes the log of an endpoint that is gone, a piece at a time, and then the job; says whether there is more. */
export function forgetDeliveries(db: Database, { job, endpointId }: EndpointJob): Promise<boolean> {
  const { brandId } = job;
  return db.transaction(async (trx) => {
    const forgotten = await deleteDeliveriesOf(trx, { brandId, endpointId }, forgottenAtOnce);
    const isMore = forgotten === forgottenAtOnce;
    if (!isMore) await dropJob(trx, job);
    return isMore;
  });
}
