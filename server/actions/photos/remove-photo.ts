// Removes a photo from a lead or job, and its files unless other photos have the same picture.
import { assetRemovalJob } from '#core/erasure/erasure-job.ts';
import { withoutPhotos } from '#core/photos/without-photos.ts';
import type { Database } from '#db/database.ts';
import { enqueueJobs } from '#db/jobs/jobs.ts';
import { deletePhotosOfAsset, findPhotos } from '#db/photos/photos.ts';
import { lockWorkItem } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import {
  changeLocked,
  type WorkItemOutcome,
  type WorkItemRequest,
} from '../work-items/change-work-item.ts';

export function removePhoto(
  db: Database,
  { assetId, ...request }: WorkItemRequest & { assetId: string },
  context: ActionContext,
): Promise<WorkItemOutcome> {
  const { brandId, id, author } = request;
  return db.transaction(async (trx) => {
    const item = await lockWorkItem(trx, { brandId, id });
    const photos = item ? await findPhotos(trx, brandId, [id]) : [];
    const removed = photos.filter((photo) => photo.assetId === assetId);
    const outcome = await changeLocked(
      trx,
      item,
      {
        ...request,
        plan: async (_trx, found, now) =>
          found.deletedAt !== null || removed.length === 0
            ? null
            : withoutPhotos(found, removed, { author, now }),
      },
      context,
    );
    if (outcome.outcome !== 'changed') return outcome;
    await deletePhotosOfAsset(trx, { brandId, workItemId: id, assetId });
    const now = context.now();
    const made = { brandId, id: context.newId(), now, dueAt: now };
    await enqueueJobs(trx, [assetRemovalJob([assetId], made)]);
    return outcome;
  });
}
