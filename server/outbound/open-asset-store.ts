import type { AssetSettings } from '#core/photos/assets-url.ts';
import type { AssetStore } from './asset-store.ts';
import { FileStore } from './file-store.ts';

export async function openAssetStore(
  settings: AssetSettings,
  dataDir: string,
): Promise<AssetStore> {
  if (settings.kind === 'files') return new FileStore(dataDir);
  // Loaded only when used: it brings an HTTP client along.
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store(settings, dataDir);
}
