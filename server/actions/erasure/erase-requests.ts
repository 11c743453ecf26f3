// Refused requests that tell of a person. Nothing links them to anybody: each is read. That takes its time, so
// it is done beside the transaction that then forgets those that were found.
import { readErasureJob, stragglersSinceMs } from '#core/erasure/erasure-job.ts';
import { mentionsPerson, type Person } from '#core/customers/person.ts';
import { uuidBoundAt } from '#core/uuid-v7.ts';
import type { Database } from '#db/database.ts';
import { findRefusedRequests, type WrittenRequestRow } from '#db/requests/logged-requests.ts';
import { idsOfCustomers } from '#db/work-items/work-items.ts';

export interface RequestsFound {
  /** Those about the person. */
  ids: string[];
  /** The last one that was looked at; null when there are no more. */
  after: string | null;
}

/** Looks through some of them; null when the erasure is not that far. */
export async function findRequestsToForget(
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
    (request) => own.has(request.rescuedAs ?? '') || tellsOf(request, person),
  );
  return { ids: about.map(({ id }) => id), after: isLast ? null : requests.at(-1)!.id };
}

function tellsOf({ path, message, body }: WrittenRequestRow, person: Person): boolean {
  return [path, message, body].some((text) => text !== null && mentionsPerson(text, person));
}
