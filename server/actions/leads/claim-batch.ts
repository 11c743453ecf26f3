// The Idempotency-Key of a whole batch: it belongs to one body, whatever the outcome of each lead.
import { keyOfWholeBatch } from '#core/leads/idempotency-key.ts';
import { inFlightStatus } from '#core/leads/idempotency-record.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import type { Database } from '#db/database.ts';
import { deleteClaims, markClaim } from '#db/leads/idempotency.ts';
import type { ActionContext } from '../context.ts';
import { createLeadBatchRoute } from './create-leads.ts';
import { findAnswers, keyLocks, rememberAnswers } from './idempotency.ts';

interface BatchKey {
  brandId: string;
  key: string;
}

// Not the route of the leads in the batch, whose keys are derived from its key.
const route = 'POST /v1/api/leads/batch (whole)';
const doneStatus = 200;
// After this time the server that made the first call is considered dead.
const inFlightMsMax = 60_000;
// A batch has many work items, so its claim names none.
const claimed = { responseStatus: inFlightStatus, responseBody: '', workItemId: nilUuid };

/**
 * Claims the key before the first lead is created. A batch that was `completed` before is processed
 * again: each lead replays its answer.
 */
export function claimLeadBatch(
  db: Database,
  { brandId, key, bodyHash }: BatchKey & { bodyHash: string },
  context: ActionContext,
): Promise<'claimed' | 'completed' | 'key_reused' | 'in_flight'> {
  return db.transaction(async (trx) => {
    const call = { brandId, idempotency: { route, key, bodyHash } };
    await trx.waitForLocks(keyLocks(call));
    const now = context.now();
    const earlier = (await findAnswers(trx, [call], now, () => inFlightMsMax)).get(call);
    if (!earlier) await rememberAnswers(trx, [call], now, () => claimed);
    if (earlier?.outcome === 'replayed') return earlier.wasEnded ? 'completed' : 'claimed';
    return earlier?.outcome ?? 'claimed';
  });
}

/** Marks the batch as completed: every lead has its answer. */
export async function endLeadBatch(db: Database, { brandId, key }: BatchKey): Promise<void> {
  const claim = { brandId, route, idempotencyKey: key };
  await db.transaction((trx) => markClaim(trx, claim, doneStatus));
}

/** Deletes the claims of the batches that contained the leads with these keys. */
export function deleteLeadBatchClaims(
  trx: Database,
  brandId: string,
  answers: readonly { route: string; idempotencyKey: string }[],
): Promise<void> {
  const inBatches = answers.filter((answer) => answer.route === createLeadBatchRoute);
  const keys = inBatches.map(({ idempotencyKey }) => keyOfWholeBatch(idempotencyKey));
  return deleteClaims(trx, { brandId, route, idempotencyKeys: [...new Set(keys)] });
}
