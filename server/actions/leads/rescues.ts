// Leads that are made of a request which was refused before.
import type { PlannedLead } from '#core/leads/plan-lead-intake.ts';
import type { Database } from '#db/database.ts';
import { setRescuedAs } from '#db/requests/logged-requests.ts';

// The key is the id of the refused request, which can be rescued once.
export const rescueLeadRoute = 'POST /v1/api/requests/{id}/rescue';

interface MaybeRescue {
  brandId: string;
  idempotency: { route: string; key: string } | null;
}

/** In the transaction that makes the leads. */
export async function noteRescues(
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
