// A thread that talks to the hosts of photos. A handshake takes milliseconds of a processor, and dozens may
// begin at once: in the thread that answers requests they would hold up every lead.
import { parentPort, workerData } from 'node:worker_threads';
import { readNetworks } from '#core/networks.ts';
import { download, DownloadFailed } from './download.ts';
import type { DownloadAnswer, DownloadMessage, DownloadSettings } from './downloader.ts';
import { createGuard } from './guard.ts';

const port = parentPort!;
const { trustedNetworks, ports, dnsServers } = workerData as DownloadSettings;
const networks = readNetworks(trustedNetworks.join(','));
if ('refusal' in networks) throw new Error(networks.refusal);
const guard = createGuard({ trustedNetworks: networks, ports, dnsServers });
const underWay = new Map<number, AbortController>();

port.on('message', async (message: DownloadMessage) => {
  if ('giveUp' in message) {
    underWay.get(message.giveUp)?.abort();
    return;
  }
  const { id, url, file } = message;
  const abort = new AbortController();
  underWay.set(id, abort);
  const answer = await fetchFor(new URL(url), file, abort.signal);
  underWay.delete(id);
  port.postMessage({ id, ...answer } satisfies DownloadAnswer);
});

async function fetchFor(
  url: URL,
  file: string,
  signal: AbortSignal,
): Promise<Omit<DownloadAnswer, 'id'>> {
  try {
    return { downloaded: await download({ url, file, guard, signal }) };
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof DownloadFailed)) return { fault: message };
    const { code, mayPass, cause } = error;
    return { refusal: { code, mayPass, reason: (cause as Error | undefined)?.message ?? code } };
  }
}
