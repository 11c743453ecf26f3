import { existsSync } from 'node:fs';
import { assetsFolderIn } from '#outbound/asset-store.ts';
import { openAssetStore } from '#outbound/open-asset-store.ts';
import type { Config } from '#server/config.ts';
import { type Check, failed, ok } from './check.ts';

/** Whether pictures can be kept: a few bytes are stored, read back and removed. */
export async function checkAssetStore({ assets, dataDir }: Config): Promise<Check> {
  const name = 'pictures';
  const folder = assetsFolderIn(dataDir);
  // Not made here: it would belong to whoever runs this, and not to the server.
  if (assets.kind === 'files' && !existsSync(folder)) return ok(name, `none yet in ${folder}`);
  const place = assets.kind === 'files' ? folder : `the bucket ${assets.bucket}`;
  try {
    const store = await openAssetStore(assets, dataDir);
    await store.check();
    return ok(name, `kept in ${place}`);
  } catch (error) {
    const fix =
      assets.kind === 'files'
        ? 'make room, and let the server’s user write there'
        : 'see ASSETS_URL and the settings below it, and whether the service can be reached';
    return failed(name, `cannot be kept in ${place} (${(error as Error).message})`, fix);
  }
}
