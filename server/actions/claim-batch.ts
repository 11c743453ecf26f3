// A batch of leads that has an Idempotency-Key: the key belongs to one body, whatever becomes of each lead.
import { idempotencyHours } from '#contract/limits.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import type { Database } from '#db/database.ts';
import { findIdempotencyRows, insertIdempotencyRows, markClaim } from '#db/idempotency.ts';
import type { ActionContext } from './context.ts';

interface BatchKey {
  brandId: string;
  key: string;
}

// Not that of the leads in it, whose keys are made from its own.
const route = 'POST /v1/api/leads/batch (whole)';
const idempotencyMs = idempotencyHours * 60 * 60 * 1000;
const underWayStatus = 202;
const doneStatus = 200;
// A server that died in the middle is not waited for for longer.
const underWayMsMax = 60_000;

/** Before the first lead is made. What was claimed before, and came to its end, is gone through again. */
export function claimLeadBatch(
  db: Database,
  { brandId, key, bodyHash }: BatchKey & { bodyHash: string },
  context: ActionContext,
): Promise<'claimed' | 'key_reused' | 'under_way'> {
  return db.transaction(async (trx) => {
    await trx.waitForLocks([`idempotency ${brandId} ${route} ${key}`]);
    const now = context.now();
    const [row] = await findIdempotencyRows(trx, { brandId, route, idempotencyKeys: [key] }, now);
    if (!row) {
      const fresh = {
        brandId,
        route,
        idempotencyKey: key,
        bodyHash,
        responseStatus: underWayStatus,
        responseBody: '',
        // It stands for many.
        workItemId: nilUuid,
        expiresAt: now + idempotencyMs,
      };
      await insertIdempotencyRows(trx, [fresh], now);
      return 'claimed';
    }
    if (row.bodyHash !== bodyHash) return 'key_reused';
    // Where there is one server, it knows itself what it is doing.
    const isFresh = now < row.expiresAt - idempotencyMs + underWayMsMax;
    if (trx.isShared && row.responseStatus === underWayStatus && isFresh) return 'under_way';
    return 'claimed';
  });
}

/** Every lead has its answer, for now. */
export async function endLeadBatch(db: Database, { brandId, key }: BatchKey): Promise<void> {
  const claim = { brandId, route, idempotencyKey: key };
  await db.transaction((trx) => markClaim(trx, claim, doneStatus));
}
