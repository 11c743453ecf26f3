import { columns, marks } from '../columns.ts';
import type { Database } from '../database.ts';

const deliveriesAtOnce = 1_000;

/** The beginnings of the responses to each delivery, in the order of the attempts. */
export async function findResponses(
  db: Database,
  brandId: string,
  deliveryIds: readonly string[],
): Promise<Map<string, string[]>> {
  const answers = new Map<string, string[]>();
  for (let at = 0; at < deliveryIds.length; at += deliveriesAtOnce) {
    const ids = deliveryIds.slice(at, at + deliveriesAtOnce);
    const rows = await db.all<{ deliveryId: string; responseStart: string }>(
      `select ${columns('webhookAttempts', ['deliveryId', 'responseStart'])} from webhook_attempts
        where brand_id = ? and delivery_id in (${marks(ids)}) and response_start is not null
        order by delivery_id, number`,
      brandId,
      ...ids,
    );
    for (const { deliveryId, responseStart } of rows) {
      answers.set(deliveryId, [...(answers.get(deliveryId) ?? []), responseStart]);
    }
  }
  return answers;
}
