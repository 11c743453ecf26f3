// Refused requests that mention a person. Nothing links them to a customer, so each one is read. The
// scan is slow, so it runs outside the transaction that redacts what it found.
import { readErasureJob, stragglersSinceMs } from '#core/erasure/erasure-job.ts';
import { mentionsPerson, type Person } from '#core/customers/person.ts';
import { uuidBoundAt } from '#core/uuid-v7.ts';
import type { Database } from '#db/database.ts';
import { findRefusedRequests, type WrittenRequestRow } from '#db/requests/logged-requests.ts';
import { idsOfCustomers } from '#db/work-items/work-items.ts';

export interface RequestsFound {
  /** Requests about the person. */
  ids: string[];
  /** The last request scanned; null at the end. */
  after: string | null;
}

/** Scans one chunk of refused requests. Returns null while the erasure is still at the work items. */
export async function findRequestsToRedact(
  db: Database,
  { brandId, payload }: { brandId: string; payload: string },
): Promise<RequestsFound | null> {
  const { step, customerIds, person, after, erasedAt } = readErasureJob(payload);
  if (step === 'workItems') return null;
  const bound = uuidBoundAt(step === 'stragglers' ? erasedAt - stragglersSinceMs : 0);
  const afterId = after > bound ? after : bound;
  const { requests, isLast } = await findRefusedRequests(db, { brandId, afterId });
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
