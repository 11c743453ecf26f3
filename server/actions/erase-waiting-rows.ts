// Rows of imports that wait to be made: one of a person who is erased meanwhile would bring them back.
import type { ImportEntry } from '#core/import-rows.ts';
import { type Person, personOf } from '#core/person.ts';
import type { Database } from '#db/database.ts';
import { findBatches, replaceBatch } from '#db/imports.ts';

const batchesAtOnce = 10;
const refusal = ['The person of this row was erased while it waited'];

/** The rows are refused when their turn comes. One with nothing but the same name may be of somebody else. */
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

/** Null when none is about the person. */
function withoutPerson(entries: readonly ImportEntry[], person: Person): ImportEntry[] | null {
  let isFound = false;
  const left = entries.map((entry) => {
    if (!('lead' in entry) || !isOf(personOf([entry.lead]), person)) return entry;
    isFound = true;
    return { row: entry.row, messages: refusal };
  });
  return isFound ? left : null;
}

function isOf(one: Person, other: Person): boolean {
  return (
    one.emailKeys.some((key) => other.emailKeys.includes(key)) ||
    one.phoneKeys.some((key) => other.phoneKeys.includes(key))
  );
}
