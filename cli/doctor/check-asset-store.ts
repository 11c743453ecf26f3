import { existsSync } from 'node:fs';
import { assetsFolderIn } from '#outbound/asset-store.ts';
import { openAssetStore } from '#outbound/open-asset-store.ts';
import type { Config } from '#server/config.ts';
import { type Check, failed, ok } from './check.ts';

/** Checks that pictures can be stored: writes a few bytes, reads them back and deletes them. */
export async function checkAssetStore({ assets, dataDir }: Config): Promise<Check> {
  const name = 'pictures';
  const folder = assetsFolderIn(dataDir);
  // Do not create the folder: it would belong to the current user instead of the server's.
  if (assets.kind === 'files' && !existsSync(folder)) return ok(name, `none yet in ${folder}`);
  const place = assets.kind === 'files' ? folder : `the bucket ${assets.bucket}`;
  try {
    const store = await openAssetStore(assets, dataDir);
    await store.check();
    return ok(name, `stored in ${place}`);
  } catch (error) {
    const fix =
      assets.kind === 'files'
        ? "free disk space, and let the server's user write there"
        : 'check ASSETS_URL and the settings below it, and whether the service can be reached';
    return failed(name, `cannot be stored in ${place} (${(error as Error).message})`, fix);
  }
}
