// Downloads photos in a separate thread. A TLS handshake takes milliseconds of CPU and dozens may
// start together: in the main thread they would delay every lead.
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { serveRpc } from '#runtime/serve-rpc.js';
import { download, DownloadFailed } from './download.ts';
import type { DownloadRequest, DownloadResponse } from './downloader.ts';
import { guardOf, type GuardSettings } from './guard-in-thread.ts';

// The same as for picture processes: leads go first.
const niceness = 10;

lowerPriority();
const guard = guardOf(workerData as GuardSettings);

serveRpc<DownloadRequest, DownloadResponse>({
  async respond({ url, file }, signal) {
    try {
      return { downloaded: await download({ url: new URL(url), file, guard, signal }) };
    } catch (error) {
      // Only an error's message crosses to the main thread.
      if (!(error instanceof DownloadFailed)) throw error;
      const { code, isTransient, cause } = error;
      return {
        refusal: { code, isTransient, reason: (cause as Error | undefined)?.message ?? code },
      };
    }
  },
});

/** Lowers the priority of this thread only, which only Linux supports. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness);
  } catch {
    // The thread then has the server's priority.
  }
}
