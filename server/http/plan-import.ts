// Plans an import in chunks of rows, so that other requests are served in between.
import type { Caller } from '#core/caller.ts';
import type { ImportEntry } from '#core/imports/import-rows.ts';
import { type ImportPlan, ImportPlanner } from '#core/imports/plan-import.ts';
import type { RunAction } from '#runner/action-runner.ts';

const rowsPerChunk = 100;

export async function planImport(
  run: RunAction,
  brand: Pick<Caller, 'brandId' | 'brandCountry' | 'brandLanguage'>,
  entries: readonly ImportEntry[],
  now: number,
): Promise<ImportPlan> {
  const planner = new ImportPlanner(brand, now);
  for (let at = 0; at < entries.length; at += rowsPerChunk) {
    const chunk = entries.slice(at, at + rowsPerChunk);
    planner.take(chunk, await run('findKnownCustomers', reachablesOf(brand, chunk)));
  }
  return planner.plan;
}

function reachablesOf({ brandId }: { brandId: string }, chunk: readonly ImportEntry[]) {
  return chunk.flatMap((entry) => {
    if (!('lead' in entry)) return [];
    const { email, phone } = entry.lead;
    return { brandId, lead: { email, phone } };
  });
}
