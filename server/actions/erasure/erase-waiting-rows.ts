// Rows of running imports that are not created yet: a row about an erased person would bring them back.
import type { ImportEntry } from '#core/imports/import-rows.ts';
import { withoutPerson } from '#core/imports/waiting-rows.ts';
import type { Person } from '#core/customers/person.ts';
import type { Database } from '#db/database.ts';
import { findBatches, replaceBatch } from '#db/imports/imports.ts';

const batchesAtOnce = 10;

export async function eraseWaitingRows(
  trx: Database,
  { brandId, importIds }: { brandId: string; importIds: readonly string[] },
  person: Person,
): Promise<void> {
  for (const id of importIds) {
    for (let after: number | undefined = -1; after !== undefined;) {
      const batches: { number: number; entries: string }[] = await findBatches(trx, {
        brandId,
        id,
        after,
        most: batchesAtOnce,
      });
      for (const { number, entries } of batches) {
        const left = withoutPerson(JSON.parse(entries) as ImportEntry[], person);
        if (!left) continue;
        await replaceBatch(trx, { brandId, importId: id, number, entries: JSON.stringify(left) });
      }
      after = batches.at(-1)?.number;
    }
  }
}
