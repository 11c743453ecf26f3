// What came in from a person: nothing of it is needed after the erasure.
import type { Erasure } from '#core/erasure/erasure-job.ts';
import { mentionsPerson } from '#core/customers/person.ts';
import { textsOfIntake } from '#core/intakes/texts-of-intake.ts';
import type { Database } from '#db/database.ts';
import { deleteIntakes, findWrittenIntakes } from '#db/intakes/written-intakes.ts';
import { idsOfCustomers } from '#db/work-items/work-items.ts';
import type { Found } from './erase-mentions.ts';
import { rebuildDeliveries } from './redact-events.ts';

/** Scans one chunk: the intakes of the person's leads, and those that mention the person. */
export async function findIntakesToErase(
  db: Database,
  brandId: string,
  { customerIds, person }: Erasure,
  afterId: string,
): Promise<Found> {
  const { intakes, isLast } = await findWrittenIntakes(db, { brandId, afterId });
  const leadIds = intakes.flatMap(({ workItemId }) => workItemId ?? []);
  const own = await idsOfCustomers(db, { brandId, customerIds, ids: leadIds });
  const about = intakes.filter(
    (intake) =>
      own.has(intake.workItemId ?? '') ||
      textsOfIntake(intake).some((text) => mentionsPerson(text, person)),
  );
  return { ids: about.map(({ id }) => id), after: isLast ? null : intakes.at(-1)!.id };
}

export async function eraseIntakes(
  trx: Database,
  brandId: string,
  { ids, after }: Found,
): Promise<{ after: string | null }> {
  await deleteIntakes(trx, brandId, ids);
  await rebuildDeliveries(trx, brandId, ids);
  return { after };
}
