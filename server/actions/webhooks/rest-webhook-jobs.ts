// How the jobs that deliver events end: put to rest, parked or dropped.
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
 * Records that everything up to `upTo` was sent. The job rests until wakeEndpoints makes it due, or is
 * due immediately when more events came in. The numbering lock closes the race: an event is either
 * numbered before this read, or its numbering finds the job at rest.
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
      // The log of a deleted endpoint is still to be purged.
      !endpoint ||
      (endpoint.state === 'active' && (await lastPosition(trx, brandId)) > afterPosition);
    const now = context.now();
    const isOurs = await deferJob(trx, job, { now, dueAt: isMore ? now : never });
    if (isOurs && endpoint && afterPosition > endpoint.afterPosition) {
      await updateEndpoint(trx, endpoint, { afterPosition });
    }
  });
}

/** Parks a retry or replay until the endpoint is active again; drops it if the endpoint was deleted. */
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
    // A retry has the id of its delivery; a replay matches no delivery.
    if (isOurs && !isActive) await updateDelivery(trx, { brandId, id }, { nextAttemptAt: null });
  });
}

/** Drops a retry that found nothing to do, unless a replay of its delivery was requested meanwhile. */
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

/** Drops a finished job. */
export async function endJob(db: Database, job: JobClaim): Promise<void> {
  await db.transaction((trx) => dropJob(trx, job));
}

const deliveriesPerChunk = 500;

/** Deletes the log of a deleted endpoint chunk by chunk, and then the job. Returns whether there is more. */
export function purgeDeliveries(db: Database, { job, endpointId }: EndpointJob): Promise<boolean> {
  const { brandId } = job;
  return db.transaction(async (trx) => {
    const deleted = await deleteDeliveriesOf(trx, { brandId, endpointId }, deliveriesPerChunk);
    const isMore = deleted === deliveriesPerChunk;
    if (!isMore) await dropJob(trx, job);
    return isMore;
  });
}
