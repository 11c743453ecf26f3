import { pictureKey, thumbnailKey } from '#core/asset-keys.ts';
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
    // Onwards also when a removal fails: what is left over comes up again in the next round.
    after = next;
    if (loose.length > 0) {
      const condemned = await runner.run('condemnAssets', loose);
      for (const { brandId, id } of condemned) {
        await store.remove(pictureKey(brandId, id));
        await store.remove(thumbnailKey(brandId, id));
      }
      await runner.run('forgetAssets', condemned);
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
