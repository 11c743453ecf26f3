// What was written down with the work items of a person.
import { erasedWorkItem } from '#core/erase.ts';
import { assetRemovalJob, type Erasure } from '#core/erasure-job.ts';
import { wordsOfWorkItem } from '#core/search-words.ts';
import { findCustomers } from '#db/customers.ts';
import type { Database } from '#db/database.ts';
import { deleteAnswersFor } from '#db/idempotency.ts';
import { deleteJobsAbout, enqueueJobs } from '#db/jobs.ts';
import { deleteLeadSubmissions } from '#db/lead-submissions.ts';
import { deletePhotos } from '#db/photos.ts';
import { findItemsOfCustomers, holdItemsOfCustomers, updateWorkItem } from '#db/work-items.ts';
import type { ActionContext } from './context.ts';
import { eraseAddresses } from './erase-addresses.ts';
import { forgetEvents, remakeDeliveries } from './erase-told.ts';

const itemsAtOnce = 50;

/** Some of them; returns the last one, or null when there are no more. */
export async function eraseWorkItems(
  trx: Database,
  brandId: string,
  { customerIds, person, author, after }: Erasure,
  context: ActionContext,
): Promise<string | null> {
  const range = { brandId, customerIds, afterId: after, most: itemsAtOnce };
  const found = await findItemsOfCustomers(trx, range);
  if (found.length === 0) return null;
  // Who ends a photo locks its job before the work item, so it is done in that order here too. A photo that
  // is being fetched has lost its job by this, and does not come back.
  const subjects = found.map(({ id }) => id);
  await deleteJobsAbout(trx, { brandId, kind: 'fetchPhoto', subjects });
  const items = await holdItemsOfCustomers(trx, range);
  const ids = items.map(({ id }) => id);

  const now = context.now();
  const assetIds = await deletePhotos(trx, brandId, ids);
  if (assetIds.length > 0) {
    const made = { brandId, id: context.newId(), now, dueAt: now };
    await enqueueJobs(trx, [assetRemovalJob(assetIds, made)]);
  }
  await deleteLeadSubmissions(trx, brandId, ids);
  await deleteAnswersFor(trx, brandId, ids);

  const customers = await findCustomers(trx, brandId, customerIds);
  const customerOf = new Map(customers.map((customer) => [customer.id, customer]));
  const addressIds = items.flatMap(({ addressId }) => addressId ?? []);
  const emptied = await eraseAddresses(trx, { brandId, addressIds, customerIds }, context);
  const by = { person, emptiedAddresses: new Set(emptied), author, now };
  const erased = items.map((item) => erasedWorkItem(item, by));
  for (const item of erased) await updateWorkItem(trx, item);
  await trx.workItemSearch.replace(
    erased.map((item) => ({
      brandId,
      id: item.id,
      words: wordsOfWorkItem(item, customerOf.get(item.customerId)!),
    })),
  );
  await forgetEvents(trx, { brandId, subjectIds: [...ids, ...emptied] });
  await remakeDeliveries(trx, brandId, [...ids, ...emptied]);
  return items.length < itemsAtOnce ? null : ids.at(-1)!;
}
