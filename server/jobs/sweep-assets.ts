import type { AssetCount } from '#actions/photos/assets.ts';
import { pictureKey, thumbnailKey } from '#core/photos/asset-keys.ts';
import type { AssetStore } from '#outbound/asset-store.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

const sweepEveryMs = 10_000;

interface AssetSweepOptions {
  /** How much the pictures of that brand take which has the most. */
  onMeasured(bytes: number): void;
  onError(error: unknown): void;
}

/** Walks over all assets, a stretch at a time, removes those that nothing refers to, and keeps the totals right. */
export function startSweepingAssets(
  runner: ActionRunner,
  store: AssetStore,
  { onMeasured, onError }: AssetSweepOptions,
): { stop(): Promise<void> } {
  let after: { brandId: string; id: string } | null = null;
  let counting: AssetCount | null = null;
  let stretch: Promise<void> | null = null;

  const sweepStretch = async () => {
    const { loose, next } = await runner.run('findLooseAssets', after);
    after = next;
    if (loose.length > 0) {
      const condemned = await runner.run('condemnAssets', loose);
      const removed: typeof condemned = [];
      for (const asset of condemned) {
        // What cannot be removed now comes up again in the next round.
        await removePicture(store, asset).then(() => removed.push(asset), onError);
      }
      if (removed.length > 0) await runner.run('forgetAssets', removed);
    }
    const measured = await runner.run('measureAssets', counting);
    counting = measured.next;
    if (measured.wrong.length > 0) await runner.run('correctTotals', measured.wrong);
    onMeasured(measured.bytesOfLargest);
  };

  const look = () => {
    stretch ??= sweepStretch()
      .catch(onError)
      .finally(() => {
        stretch = null;
      });
  };
  const timer = setInterval(look, sweepEveryMs).unref();
  look();
  return {
    async stop() {
      clearInterval(timer);
      await stretch;
    },
  };
}

/** Its files; the row goes after them. */
export async function removePicture(
  store: AssetStore,
  { brandId, id }: { brandId: string; id: string },
): Promise<void> {
  await store.remove(pictureKey(brandId, id));
  await store.remove(thumbnailKey(brandId, id));
}
