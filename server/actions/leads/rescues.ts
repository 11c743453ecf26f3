// Rescues: leads created from a request that was refused before.
import type { PlannedLead } from '#core/leads/plan-lead-intake.ts';
import type { Database } from '#db/database.ts';
import { setRescuedAs } from '#db/requests/logged-requests.ts';

// The Idempotency-Key is the id of the refused request, so it can be rescued only once.
export const rescueLeadRoute = 'POST /v1/api/requests/{id}/rescue';

interface MaybeRescue {
  brandId: string;
  idempotency: { route: string; key: string } | null;
}

/** Call this in the transaction that creates the leads. */
export async function recordRescues(
  trx: Database,
  requests: readonly MaybeRescue[],
  leads: readonly PlannedLead[],
): Promise<void> {
  for (const [index, { brandId, idempotency }] of requests.entries()) {
    if (idempotency?.route !== rescueLeadRoute) continue;
    const workItemId = leads[index]!.workItem.id;
    await setRescuedAs(trx, { brandId, id: idempotency.key, workItemId });
  }
}
