// The delivery log of a webhook, and replaying deliveries from it.
import { presentListedDelivery, presentWholeDelivery } from '#core/webhooks/present-webhook.ts';
import { timestamp } from '#core/timestamp.ts';
import { lanesOf, replayJob, retryJob } from '#core/webhooks/webhook-jobs.ts';
import type { WebhookReplay } from '#contract/webhook-delivery.ts';
import type { WebhookState } from '#contract/webhook-lists.ts';
import type { Database } from '#db/database.ts';
import { lastPosition, timeOfEvent } from '#db/events/events.ts';
import { hurryJob } from '#db/jobs/job-plans.ts';
import { enqueueJobs, hasJobs } from '#db/jobs/jobs.ts';
import {
  type DeliveryPageRequest,
  findAttempts,
  findDelivery,
  findDeliveryPage,
  findLastAttempts,
  updateDelivery,
} from '#db/webhooks/webhook-deliveries.ts';
import { findEndpoint, lockEndpoint } from '#db/webhooks/webhook-endpoints.ts';
import type { ActionContext } from '../context.ts';
import { type ListPage, listBody, pageOf } from '../list-page.ts';

interface DeliveryKey {
  brandId: string;
  endpointId: string;
  id: string;
}

/** Returns null for an unknown webhook. */
export async function listDeliveries(
  db: Database,
  request: DeliveryPageRequest,
): Promise<ListPage | null> {
  const { brandId, endpointId, limit } = request;
  if (!(await findEndpoint(db, { brandId, id: endpointId }))) return null;
  const found = await findDeliveryPage(db, request);
  const { rows, next } = pageOf(
    found.map((row) => ({ ...row, sortValue: row.createdAt })),
    limit,
  );
  const lastAttempts = await findLastAttempts(db, brandId, rows);
  const json = rows.map((row) =>
    Buffer.from(JSON.stringify(presentListedDelivery(row, lastAttempts.get(row.id)))),
  );
  return { body: listBody(json, limit), next };
}

/** Returns the delivery as JSON. */
export async function getDelivery(db: Database, key: DeliveryKey): Promise<string | null> {
  const delivery = await findDelivery(db, key);
  if (!delivery || !(await findEndpoint(db, { brandId: key.brandId, id: key.endpointId }))) {
    return null;
  }
  return JSON.stringify(presentWholeDelivery(delivery, await findAttempts(db, key)));
}

type NotActive = { outcome: 'not_active'; state: WebhookState };

export type ReplayOutcome =
  | { outcome: 'begun'; body: string }
  | NotActive
  | { outcome: 'missing' }
  | { outcome: 'ping' };

/** Sends a delivery again, with a full set of retries. */
export function replayDelivery(
  db: Database,
  key: DeliveryKey,
  context: ActionContext,
): Promise<ReplayOutcome> {
  const { brandId, endpointId, id } = key;
  return db.transaction(async (trx) => {
    const endpoint = await lockEndpoint(trx, { brandId, id: endpointId });
    const delivery = endpoint && (await findDelivery(trx, key));
    if (!delivery) return { outcome: 'missing' };
    if (delivery.eventPosition === null) return { outcome: 'ping' };
    if (endpoint.state !== 'active') return { outcome: 'not_active', state: endpoint.state };
    const now = context.now();
    const changes = { status: 'pending', nextAttemptAt: now, endedAt: null } as const;
    await updateDelivery(trx, key, changes);
    if (!(await hurryJob(trx, { brandId, id, now }))) {
      await enqueueJobs(trx, [retryJob(endpoint, id, { failedBefore: 0, now, dueAt: now })]);
    }
    const attempts = await findAttempts(trx, key);
    const shown = presentWholeDelivery({ ...delivery, ...changes }, attempts);
    return { outcome: 'begun', body: JSON.stringify(shown) };
  });
}

export type ReplaySinceOutcome =
  | { outcome: 'begun'; body: string }
  | NotActive
  | { outcome: 'missing' }
  | { outcome: 'in_flight' };

/** Replays all events since a time, in order, in parallel with new events. */
export function replaySince(
  db: Database,
  { brandId, id, since }: { brandId: string; id: string; since: number },
  context: ActionContext,
): Promise<ReplaySinceOutcome> {
  return db.transaction(async (trx) => {
    const endpoint = await lockEndpoint(trx, { brandId, id });
    if (!endpoint) return { outcome: 'missing' };
    if (endpoint.state !== 'active') return { outcome: 'not_active', state: endpoint.state };
    if (await hasJobs(trx, { brandId, lanes: [lanesOf(id).replays] })) {
      return { outcome: 'in_flight' };
    }
    const now = context.now();
    const upTo = endpoint.afterPosition;
    const after = await lastPositionBefore(trx, brandId, since);
    const isAny = after < upTo;
    if (isAny) {
      const range = { since, after, upTo };
      await enqueueJobs(trx, [replayJob(endpoint, context.newId(), { ...range, now, dueAt: now })]);
    }
    const begun: WebhookReplay = {
      webhookId: id,
      since: timestamp(since),
      upToEventId: isAny ? String(upTo) : null,
    };
    return { outcome: 'begun', body: JSON.stringify(begun) };
  });
}

// Event numbers follow their times only roughly: clocks differ between servers, and numbering can lag.
const clockSkewMsMax = 10 * 60 * 1000;

/** Binary search for a number that precedes all events since a time. */
async function lastPositionBefore(db: Database, brandId: string, since: number): Promise<number> {
  let before = 0;
  let notBefore = (await lastPosition(db, brandId)) + 1;
  while (notBefore - before > 1) {
    const middle = Math.floor((before + notBefore) / 2);
    const at = await timeOfEvent(db, brandId, middle);
    if (at !== undefined && at < since - clockSkewMsMax) before = middle;
    else notBefore = middle;
  }
  return before;
}
