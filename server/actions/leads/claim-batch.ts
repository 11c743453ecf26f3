// A batch of leads that has an Idempotency-Key: the key belongs to one body, whatever becomes of each lead.
import { keyOfWholeBatch } from '#core/leads/idempotency-key.ts';
import { underWayStatus } from '#core/leads/remembered-answer.ts';
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

// Not that of the leads in it, whose keys are made from its own.
const route = 'POST /v1/api/leads/batch (whole)';
const doneStatus = 200;
// A server that died in the middle is not waited for for longer.
const underWayMsMax = 60_000;
// A batch stands for many.
const claimed = { responseStatus: underWayStatus, responseBody: '', workItemId: nilUuid };

/** Before the first lead is made; `gone_through` when each had its answer before. Then too it is gone through again. */
export function claimLeadBatch(
  db: Database,
  { brandId, key, bodyHash }: BatchKey & { bodyHash: string },
  context: ActionContext,
): Promise<'claimed' | 'gone_through' | 'key_reused' | 'under_way'> {
  return db.transaction(async (trx) => {
    const call = { brandId, idempotency: { route, key, bodyHash } };
    await trx.waitForLocks(keyLocks(call));
    const now = context.now();
    const earlier = (await findAnswers(trx, [call], now, () => underWayMsMax)).get(call);
    if (!earlier) await rememberAnswers(trx, [call], now, () => claimed);
    if (earlier?.outcome === 'replayed') return earlier.wasEnded ? 'gone_through' : 'claimed';
    return earlier?.outcome ?? 'claimed';
  });
}

/** Every lead has its answer, for now. */
export async function endLeadBatch(db: Database, { brandId, key }: BatchKey): Promise<void> {
  const claim = { brandId, route, idempotencyKey: key };
  await db.transaction((trx) => markClaim(trx, claim, doneStatus));
}

/** The claims of the batches in which leads were whose answers stood under these keys. */
export function forgetLeadBatches(
  trx: Database,
  brandId: string,
  answers: readonly { route: string; idempotencyKey: string }[],
): Promise<void> {
  const inBatches = answers.filter((answer) => answer.route === createLeadBatchRoute);
  const keys = inBatches.map(({ idempotencyKey }) => keyOfWholeBatch(idempotencyKey));
  return deleteClaims(trx, { brandId, route, idempotencyKeys: [...new Set(keys)] });
}
