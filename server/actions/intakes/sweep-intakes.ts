// Deletes intakes when they expire, brand by brand.
import { mailThreadDays } from '#contract/limits.ts';
import { nilUuid, uuidBoundAt } from '#core/uuid-v7.ts';
import { brandIdsAfter } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import { deleteOldIntakes } from '#db/intakes/intakes.ts';
import { deleteOldMailMessages } from '#db/intakes/mail-messages.ts';
import type { ActionContext } from '../context.ts';

const brandsAtOnce = 100;
// With their pictures, which are deleted too.
const intakesAtOnce = 50;
const messagesAtOnce = 1_000;
const dayMs = 24 * 60 * 60 * 1000;

interface IntakeSweep {
  /** The brand to continue after; null at the start. */
  afterBrandId: string | null;
  intakeDays: number;
}

/** Deletes a bounded number. Returns the brand to continue after; null at the end. */
export async function sweepIntakes(
  db: Database,
  { afterBrandId, intakeDays }: IntakeSweep,
  context: ActionContext,
): Promise<string | null> {
  const brandIds = await brandIdsAfter(db, afterBrandId ?? nilUuid, brandsAtOnce);
  const beforeId = uuidBoundAt(context.now() - intakeDays * dayMs);
  return db.transaction(async (trx) => {
    let done = afterBrandId;
    let room = intakesAtOnce;
    for (const brandId of brandIds) {
      room -= await deleteOldIntakes(trx, { brandId, beforeId, most: room });
      // This brand may have more, so the next call starts with it again.
      if (room <= 0) return done ?? nilUuid;
      done = brandId;
    }
    return brandIds.length < brandsAtOnce ? null : done;
  });
}

/** Later replies become leads of their own. Returns whether there may be more. */
export function sweepMailMessages(
  db: Database,
  _input: null,
  context: ActionContext,
): Promise<boolean> {
  const before = context.now() - mailThreadDays * dayMs;
  return db.transaction(
    async (trx) =>
      (await deleteOldMailMessages(trx, { before, most: messagesAtOnce })) >= messagesAtOnce,
  );
}
