// A thread that talks to the hosts of photos. A handshake takes milliseconds of a processor, and dozens may
// begin at once: in the thread that answers requests they would hold up every lead.
import { workerData } from 'node:worker_threads';
import { answerInThread } from './answer-in-thread.ts';
import { download, DownloadFailed } from './download.ts';
import type { DownloadAnswer, DownloadQuestion } from './downloader.ts';
import { guardOf, type GuardSettings } from './guard-in-thread.ts';

const guard = guardOf(workerData as GuardSettings);

answerInThread<DownloadQuestion, DownloadAnswer>(async ({ url, file }, signal) => {
  try {
    return { downloaded: await download({ url: new URL(url), file, guard, signal }) };
  } catch (error) {
    // Of an error that crosses to another thread nothing would be left but its message.
    if (!(error instanceof DownloadFailed)) throw error;
    const { code, mayPass, cause } = error;
    return { refusal: { code, mayPass, reason: (cause as Error | undefined)?.message ?? code } };
  }
});
