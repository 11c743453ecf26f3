// Deletes the pictures of erased photos, unless another photo refers to them.
import { readAssetRemovalJob } from '#core/erasure/erasure-job.ts';
import { assetRemovalBackoff, backoffDelay } from '#core/retry-schedules.ts';
import { type AssetStore, StoreFailed } from '#outbound/asset-store.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';
import { removePicture } from './sweep-assets.ts';

interface AssetKey {
  brandId: string;
  id: string;
}

export function assetRemover(
  runner: ActionRunner,
  store: AssetStore,
  onStoreFault: (error: unknown) => void,
): JobHandler {
  return async (job, signal) => {
    const { brandId } = job;
    const keys = readAssetRemovalJob(job.payload).map((id) => ({ brandId, id }));
    try {
      await removeUnused(runner, store, keys);
    } catch (error) {
      if (signal.aborted || !(error instanceof StoreFailed)) throw error;
      onStoreFault(error);
      const failures = job.failures + 1;
      const inMs = backoffDelay(assetRemovalBackoff, failures, Math.random());
      await runner.run('retryJobs', [{ job, failures, inMs }]);
      return;
    }
    await runner.run('endJob', job);
  };
}

/** Files first, then rows: no file is ever without a row. */
export async function removeUnused(
  runner: ActionRunner,
  store: AssetStore,
  keys: AssetKey[],
): Promise<void> {
  const marked = await runner.run('markAssetsForDeletion', keys);
  for (const asset of marked) await removePicture(store, asset);
  await runner.run('purgeAssets', marked);
}
