import type { AssetCount } from '#actions/photos/assets.ts';
import { pictureKey, thumbnailKey } from '#core/photos/asset-keys.ts';
import type { AssetStore } from '#outbound/asset-store.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

const sweepEveryMs = 10_000;

interface AssetSweepOptions {
  /** Bytes of the brand with the most pictures. */
  onMeasured(bytes: number): void;
  onError(error: unknown): void;
}

/** Scans all assets chunk by chunk, deletes orphaned ones, and corrects the totals. */
export function startSweepingAssets(
  runner: ActionRunner,
  store: AssetStore,
  { onMeasured, onError }: AssetSweepOptions,
): { stop(): Promise<void> } {
  let after: { brandId: string; id: string } | null = null;
  let counting: AssetCount | null = null;
  let sweeping: Promise<void> | null = null;

  const sweepChunk = async () => {
    const { orphaned, next } = await runner.run('findOrphanedAssets', after);
    after = next;
    if (orphaned.length > 0) {
      const marked = await runner.run('markAssetsForDeletion', orphaned);
      const removed: typeof marked = [];
      for (const asset of marked) {
        // A picture that cannot be deleted now is found again in the next round.
        await removePicture(store, asset).then(() => removed.push(asset), onError);
      }
      if (removed.length > 0) await runner.run('purgeAssets', removed);
    }
    const measured = await runner.run('measureAssets', counting);
    counting = measured.next;
    if (measured.wrong.length > 0) await runner.run('correctTotals', measured.wrong);
    onMeasured(measured.bytesOfLargest);
  };

  const sweep = () => {
    sweeping ??= sweepChunk()
      .catch(onError)
      .finally(() => {
        sweeping = null;
      });
  };
  const timer = setInterval(sweep, sweepEveryMs).unref();
  sweep();
  return {
    async stop() {
      clearInterval(timer);
      await sweeping;
    },
  };
}

/** Deletes the files of an asset; its row goes after them. */
export async function removePicture(
  store: AssetStore,
  { brandId, id }: { brandId: string; id: string },
): Promise<void> {
  await store.remove(pictureKey(brandId, id));
  await store.remove(thumbnailKey(brandId, id));
}
