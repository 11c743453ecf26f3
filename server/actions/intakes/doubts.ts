// Leads whose customer is doubtful, and customers that a person told apart.
import type { Database } from '#db/database.ts';
import {
  addDistinctPair,
  deleteDistinctPair,
  findDoubtfulLeads,
  settleDoubtfulLead,
} from '#db/intakes/doubts.ts';
import type { ActionContext } from '../context.ts';
import { type ListPage, listBody, pageOf } from '../list-page.ts';
import { loadListedWorkItems } from '../load-work-items.ts';

/** `otherName` is the name that was sent; the customer has another one. */
export async function listDoubtfulLeads(
  db: Database,
  { brandId, beforeId, limit }: { brandId: string; beforeId: string | undefined; limit: number },
): Promise<ListPage> {
  const found = await findDoubtfulLeads(db, { brandId, beforeId, most: limit + 1 });
  const positions = found.map((doubt) => ({ ...doubt, id: doubt.workItemId, sortValue: 0 }));
  const { rows, next } = pageOf(positions, limit);
  const items = await loadListedWorkItems(
    db,
    brandId,
    rows.map(({ id }) => id),
  );
  const shown = rows.flatMap(({ id, otherName }) => {
    const workItem = items.get(id);
    return workItem ? [Buffer.from(JSON.stringify({ workItem, otherName }))] : [];
  });
  return { body: listBody(shown, limit), next };
}

interface Pair {
  brandId: string;
  ids: [string, string];
}

interface Settlement {
  brandId: string;
  workItemId: string;
  isSettled: boolean;
  /** Told apart by the same answer, or no longer when it is taken back. */
  apart: Pair['ids'] | null;
}

/** Returns false when there was nothing to settle, or to take back. */
export function settleDoubt(
  db: Database,
  { isSettled, apart, ...lead }: Settlement,
  context: ActionContext,
): Promise<boolean> {
  const now = context.now();
  return db.transaction(async (trx) => {
    if (apart !== null) {
      const pair = { brandId: lead.brandId, ids: apart };
      await (isSettled ? addDistinctPair(trx, pair, now) : deleteDistinctPair(trx, pair));
    }
    return settleDoubtfulLead(trx, lead, isSettled ? now : null);
  });
}

/** The pair is not suggested as one person again. */
export function tellCustomersApart(
  db: Database,
  pair: Pair,
  context: ActionContext,
): Promise<void> {
  return db.transaction((trx) => addDistinctPair(trx, pair, context.now()));
}

export function forgetDistinctCustomers(db: Database, pair: Pair): Promise<void> {
  return db.transaction((trx) => deleteDistinctPair(trx, pair));
}
