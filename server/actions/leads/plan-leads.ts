// Dry run: how leads would match, without creating any.
import type { Match } from '#contract/lead-batch-lists.ts';
import { planLeadIntake } from '#core/leads/plan-lead-intake.ts';
import type { Database } from '#db/database.ts';
import type { ActionContext } from '../context.ts';
import type { LeadRequest } from './create-leads.ts';
import { findKnownCustomers } from './write-intake.ts';

interface LeadOutlook {
  matched: Match;
  /** The existing customer; null for a new one. */
  customerId: string | null;
}

export async function planLeads(
  db: Database,
  requests: readonly LeadRequest[],
  context: ActionContext,
): Promise<LeadOutlook[]> {
  const intakes = requests.map(({ brandId, brandCountry, brandLanguage, lead }) => ({
    brandId,
    brandCountry,
    brandLanguage,
    customerId: context.newId(),
    addressId: context.newId(),
    workItemId: context.newId(),
    receivedAt: context.now(),
    createdBy: null,
    lead,
    // A dry run needs no geocoding.
    location: null,
  }));
  const known = await findKnownCustomers(db, intakes);
  const isKnown = new Set(known.map((customer) => customer.id));
  return planLeadIntake(known, intakes).leads.map(({ match, customer }) => ({
    matched: match,
    customerId: isKnown.has(customer.id) ? customer.id : null,
  }));
}
