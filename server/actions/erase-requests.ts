// Refused requests that tell of a person. Nothing links them to anybody: each is read.
import type { Erasure } from '#core/erasure-job.ts';
import { mentionsPerson, type Person } from '#core/person.ts';
import { uuidBoundAt } from '#core/uuid-v7.ts';
import type { Database } from '#db/database.ts';
import { findRefusedRequests, forgetWritten, type WrittenRequestRow } from '#db/logged-requests.ts';
import { idsOfCustomers } from '#db/work-items.ts';

const requestsAtOnce = 200;

/** Looks through some of them; returns the last one, or null when there are no more. */
export async function eraseRequests(
  trx: Database,
  brandId: string,
  { customerIds, person, after }: Erasure,
  since = 0,
): Promise<string | null> {
  const bound = uuidBoundAt(since);
  const afterId = after > bound ? after : bound;
  const requests = await findRefusedRequests(trx, { brandId, afterId, most: requestsAtOnce });
  const rescuedIds = requests.flatMap(({ rescuedAs }) => rescuedAs ?? []);
  const own = await idsOfCustomers(trx, { brandId, customerIds, ids: rescuedIds });
  const about = requests.filter(
    (request) => own.has(request.rescuedAs ?? '') || tellsOf(request, person),
  );
  await forgetWritten(
    trx,
    brandId,
    about.map(({ id }) => id),
  );
  return requests.length < requestsAtOnce ? null : requests.at(-1)!.id;
}

function tellsOf({ path, message, body }: WrittenRequestRow, person: Person): boolean {
  return [path, message, body].some((text) => text !== null && mentionsPerson(text, person));
}
