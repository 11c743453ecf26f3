import type { Database } from '#db/database.ts';
import { deleteExpiredIdempotencyRows } from '#db/idempotency.ts';
import type { ActionContext } from './context.ts';

/** Lets the write-ahead log begin anew. */
export async function finishCheckpoint(db: Database): Promise<void> {
  db.upkeep.finishCheckpoint();
}

const sweptAtOnceMax = 500;

/** Removes what is past its time, a bounded number of rows at once; says whether there may be more. */
export async function sweep(db: Database, _input: null, context: ActionContext): Promise<boolean> {
  const removed = await db.transaction((trx) =>
    deleteExpiredIdempotencyRows(trx, context.now(), sweptAtOnceMax),
  );
  return removed === sweptAtOnceMax;
}
