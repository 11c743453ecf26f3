// A test message to a webhook: sent immediately, never retried, and logged.
import { presentWholeDelivery } from '#core/webhooks/present-webhook.ts';
import type { Attempt } from '#core/webhooks/webhook-records.ts';
import type { Database } from '#db/database.ts';
import { insertAttempt, insertDelivery } from '#db/webhooks/webhook-deliveries.ts';
import { lockEndpoint } from '#db/webhooks/webhook-endpoints.ts';
import type { ActionContext } from '../context.ts';

interface SentPing {
  brandId: string;
  endpointId: string;
  id: string;
  payload: string;
  attempt: Attempt;
}

/** Returns the delivery as JSON; null for a deleted endpoint. A ping does not affect its health. */
export function recordPing(
  db: Database,
  { brandId, endpointId, id, payload, attempt }: SentPing,
  context: ActionContext,
): Promise<string | null> {
  return db.transaction(async (trx) => {
    if (!(await lockEndpoint(trx, { brandId, id: endpointId }))) return null;
    const delivery = {
      brandId,
      id,
      endpointId,
      eventPosition: null,
      eventType: 'ping' as const,
      subjectId: endpointId,
      payload,
      status: attempt.error === null ? ('delivered' as const) : ('failed' as const),
      attempts: 1,
      nextAttemptAt: null,
      createdAt: attempt.attemptedAt,
      endedAt: context.now(),
    };
    const row = { brandId, deliveryId: id, number: 1, ...attempt };
    await insertDelivery(trx, delivery);
    await insertAttempt(trx, row);
    return JSON.stringify(presentWholeDelivery(delivery, [row]));
  });
}
