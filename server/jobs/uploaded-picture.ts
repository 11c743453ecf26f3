// Reads a picture that came with an intake, in place of a download.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { UploadedFile } from '#core/photos/upload-url.ts';
import { orStoreFailed } from '#outbound/asset-store.ts';
import { DownloadFailed } from '#outbound/download-failed.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

export async function readUploadedPicture(
  runner: ActionRunner,
  file: Omit<UploadedFile, 'name'> & { brandId: string },
  path: string,
): Promise<{ sha256: string }> {
  const base64 = await runner.run('readIntakeFile', file);
  // Erased, or kept no longer.
  if (base64 === null) throw new DownloadFailed('storage_failed', false);
  const bytes = Buffer.from(base64, 'base64');
  await orStoreFailed('cannot write the picture', () => writeFile(path, bytes));
  return { sha256: createHash('sha256').update(bytes).digest('hex') };
}
