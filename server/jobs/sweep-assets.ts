import { pictureKey, thumbnailKey } from '#core/photos/asset-keys.ts';
import type { AssetStore } from '#outbound/asset-store.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

const sweepEveryMs = 10_000;

/** Walks over all assets, a stretch at a time, and removes those that nothing refers to. */
export function startSweepingAssets(
  runner: ActionRunner,
  store: AssetStore,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let after: { brandId: string; id: string } | null = null;
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
