// Looks at the rows of a file, some at a time: others are answered in between.
import type { ImportEntry } from '#core/imports/import-rows.ts';
import { type ImportPlan, ImportPlanner } from '#core/imports/plan-import.ts';
import type { RunAction } from '#runner/action-runner.ts';

const rowsAtOnce = 100;

export async function planImport(
  run: RunAction,
  brand: { brandId: string; brandCountry: string },
  entries: readonly ImportEntry[],
  now: number,
): Promise<ImportPlan> {
  const planner = new ImportPlanner(brand, now);
  for (let at = 0; at < entries.length; at += rowsAtOnce) {
    const piece = entries.slice(at, at + rowsAtOnce);
    planner.take(piece, await run('findKnownCustomers', reachablesOf(brand, piece)));
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
