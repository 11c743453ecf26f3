// A thread that talks to the hosts of photos. A handshake takes milliseconds of a processor, and dozens may
// begin at once: in the thread that answers requests they would hold up every lead.
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { serveRpc } from '#runtime/serve-rpc.js';
import { download, DownloadFailed } from './download.ts';
import type { DownloadRequest, DownloadResponse } from './downloader.ts';
import { guardOf, type GuardSettings } from './guard-in-thread.ts';

// The same as picture processes have: leads go first.
const niceness = 10;

lowerPriority();
const guard = guardOf(workerData as GuardSettings);

serveRpc<DownloadRequest, DownloadResponse>({
  async respond({ url, file }, signal) {
    try {
      return { downloaded: await download({ url: new URL(url), file, guard, signal }) };
    } catch (error) {
      // Of an error only its message reaches the main thread.
      if (!(error instanceof DownloadFailed)) throw error;
      const { code, isTransient, cause } = error;
      return {
        refusal: { code, isTransient, reason: (cause as Error | undefined)?.message ?? code },
      };
    }
  },
});

/** Of this thread alone, which only Linux can do. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness);
  } catch {
    // The thread then has the server's priority.
  }
}
