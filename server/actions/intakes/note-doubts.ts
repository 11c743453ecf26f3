// Leads that went by their phone number to a customer with another name: a person decides.
import { foldText } from '#core/fold-text.ts';
import type { PlannedLead } from '#core/leads/plan-lead-intake.ts';
import type { Database } from '#db/database.ts';
import { findSettledNames, insertDoubtfulLeads } from '#db/intakes/doubts.ts';

/** What a person answered before about the same customer and name is not asked again. */
export async function noteDoubts(trx: Database, leads: readonly PlannedLead[]): Promise<void> {
  const doubtful = leads.filter(({ otherName }) => otherName !== null);
  if (doubtful.length === 0) return;
  const settled = new Set<string>();
  for (const [brandId, ofBrand] of Map.groupBy(doubtful, ({ workItem }) => workItem.brandId)) {
    const customerIds = new Set(ofBrand.map(({ workItem }) => workItem.customerId));
    for (const { customerId, otherName } of await findSettledNames(trx, brandId, [
      ...customerIds,
    ])) {
      settled.add(answerKey(customerId, otherName));
    }
  }
  const rows = doubtful
    .filter(({ workItem, otherName }) => !settled.has(answerKey(workItem.customerId, otherName!)))
    .map(({ workItem: { brandId, id, createdAt }, otherName }) => ({
      brandId,
      workItemId: id,
      otherName: otherName!,
      createdAt,
      settledAt: null,
    }));
  if (rows.length > 0) await insertDoubtfulLeads(trx, rows);
}

/** Case, accents and spaces do not count. */
function answerKey(customerId: string, name: string): string {
  return `${customerId} ${foldText(name).replace(/\s+/g, '')}`;
}
