// A server that may fetch photos from a picture host on this machine.
import { type PictureHost, startPictureHost } from './picture-host.ts';
import { call } from './call.ts';
import { eventually } from './within.ts';
import type { StartServer, TestServer } from './server.ts';

// An attempt that fails is repeated at once.
const retryMs = '20,20,20';

/** What the server has to be told to trust the host. */
export function trusting(...hosts: Pick<PictureHost, 'port' | 'caFile'>[]): Record<string, string> {
  return {
    NODE_EXTRA_CA_CERTS: hosts[0]!.caFile,
    PHOTO_TRUSTED_NETWORKS: '127.0.0.1/32',
    PHOTO_PORTS: hosts.map(({ port }) => port).join(','),
    PHOTO_RETRY_MS: retryMs,
    // A busy machine takes its time, and who tests what is stored wants it in the answer.
    PHOTO_WAIT_MS: '30000',
  };
}

export async function startPhotoServer(
  start: StartServer,
  env: Record<string, string> = {},
): Promise<{ server: TestServer; host: PictureHost; stop(): Promise<void> }> {
  const host = await startPictureHost();
  const server = await start({ env: { ...trusting(host), ...env } }).catch(async (error) => {
    // A host that goes on would keep the test process from ending.
    await host.close();
    throw error;
  });
  return {
    server,
    host,
    async stop() {
      await server.stop();
      await host.close();
    },
  };
}

interface PhotoEntry {
  url: string;
  status: string;
  assetId: string | null;
  contentType: string | null;
  sizeBytes: number | null;
  width: number | null;
  height: number | null;
  error: string | null;
}

/** The photos of a work item, once none of them is pending. */
export async function outcomesOf(
  server: Pick<TestServer, 'url'>,
  key: string,
  workItemId: string,
): Promise<PhotoEntry[]> {
  let photos: PhotoEntry[] = [];
  await eventually(async () => {
    const { body } = await call(server, `/v1/api/work-items/${workItemId}/photos`, { key });
    photos = body.data;
    return photos.every(({ status }) => status !== 'pending');
  });
  return photos;
}

/** `stored`, `pending`, or why it failed. */
export function wordsFor(photos: readonly PhotoEntry[]): string[] {
  return photos.map(({ status, error }) => error ?? status);
}
