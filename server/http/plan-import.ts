// Looks at the rows of a file, some at a time: others are answered in between.
import type { ImportEntry } from '#core/imports/import-rows.ts';
import { type ImportPlan, ImportPlanner } from '#core/imports/plan-import.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { renewPatience } from '#runner/patience.ts';

const rowsAtOnce = 100;

export async function planImport(
  runner: ActionRunner,
  brand: { brandId: string; brandCountry: string },
  entries: readonly ImportEntry[],
  now: number,
): Promise<ImportPlan> {
  const planner = new ImportPlanner(brand, now);
  for (let at = 0; at < entries.length; at += rowsAtOnce) {
    const piece = entries.slice(at, at + rowsAtOnce);
    planner.take(piece, await runner.run('findKnownCustomers', reachablesOf(brand, piece)));
    renewPatience();
  }
  return planner.plan;
}

function reachablesOf({ brandId }: { brandId: string }, piece: readonly ImportEntry[]) {
  return piece.flatMap((entry) => {
    if (!('lead' in entry)) return [];
    const { email, phone } = entry.lead;
    return { brandId, lead: { email, phone } };
  });
}
