// What mentions a person: refused requests, intakes, and work items of other customers. Nothing links these to the
// person, so each one is read. The scan is slow, so it runs outside the transaction that redacts.
import { type Erasure, readErasureJob, stragglersSinceMs } from '#core/erasure/erasure-job.ts';
import { mentionsPerson, type Person } from '#core/customers/person.ts';
import { uuidBoundAt } from '#core/uuid-v7.ts';
import type { Database } from '#db/database.ts';
import {
  findRefusedRequests,
  hasRefusedRequests,
  type WrittenRequestRow,
} from '#db/requests/logged-requests.ts';
import { idsOfCustomers } from '#db/work-items/work-items.ts';
import { findIntakesToErase } from './erase-intakes.ts';
import { findMentions, type Found, isOfIntakes, isOfWorkItems } from './erase-mentions.ts';

/** Scans one chunk. Returns null while the erasure is still at the person's own work items. */
export async function findMentionsToErase(
  db: Database,
  { brandId, payload }: { brandId: string; payload: string },
): Promise<Found | null> {
  const erasure = readErasureJob(payload);
  if (erasure.step === 'workItems') return null;
  if (isOfWorkItems(erasure)) return findMentions(db, brandId, erasure);
  return isOfIntakes(erasure)
    ? findIntakesToErase(db, brandId, erasure, firstId(erasure))
    : findRequests(db, brandId, erasure);
}

/** Before the last scans, everything from long before was scanned. */
function firstId({ step, after, erasedAt }: Erasure): string {
  const isLate = step === 'stragglers' || step === 'lateIntakes';
  const bound = uuidBoundAt(isLate ? erasedAt - stragglersSinceMs : 0);
  return after > bound ? after : bound;
}

const noneFound: Found = { ids: [], after: null };

/**
 * Whether the next step finds nothing, or few intakes. Work items of others are locked by another transaction: with the
 * locks of this one, two erasures could deadlock.
 */
export async function findNow(
  trx: Database,
  brandId: string,
  left: Erasure,
): Promise<Found | 'later'> {
  if (isOfWorkItems(left)) {
    const { ids, after } = await findMentions(trx, brandId, left);
    return ids.length === 0 && after === null ? noneFound : 'later';
  }
  if (left.step === 'intakes') {
    const found = await findIntakesToErase(trx, brandId, left, left.after);
    return found.after === null ? found : 'later';
  }
  const isNone = left.step === 'requests' && !(await hasRefusedRequests(trx, brandId));
  return isNone ? noneFound : 'later';
}

async function findRequests(db: Database, brandId: string, erasure: Erasure): Promise<Found> {
  const { customerIds, person } = erasure;
  const { requests, isLast } = await findRefusedRequests(db, {
    brandId,
    afterId: firstId(erasure),
  });
  const rescuedIds = requests.flatMap(({ rescuedAs }) => rescuedAs ?? []);
  const own = await idsOfCustomers(db, { brandId, customerIds, ids: rescuedIds });
  const about = requests.filter(
    (request) => own.has(request.rescuedAs ?? '') || mentions(request, person),
  );
  return { ids: about.map(({ id }) => id), after: isLast ? null : requests.at(-1)!.id };
}

function mentions({ path, message, body }: WrittenRequestRow, person: Person): boolean {
  return [path, message, body].some((text) => text !== null && mentionsPerson(text, person));
}
