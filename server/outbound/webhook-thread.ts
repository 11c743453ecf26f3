// A thread that talks to the receivers of webhooks. Hundreds of handshakes at once would hold up every lead
// in the thread that answers requests, and every photo in the one for downloads.
import { parentPort, workerData } from 'node:worker_threads';
import { readNetworks } from '#core/networks.ts';
import { createGuard } from './guard.ts';
import { sendWebhook, type WebhookMessage } from './send-webhook.ts';
import type { SendAnswer, SendQuestion, SendSettings } from './webhook-sender.ts';

const port = parentPort!;
const { trustedNetworks, ports, dnsServers, timeoutMs } = workerData as SendSettings;
const networks = readNetworks(trustedNetworks.join(','));
if ('refusal' in networks) throw new Error(networks.refusal);
const guard = createGuard({ trustedNetworks: networks, ports, dnsServers, allowsHttp: true });
const underWay = new Map<number, AbortController>();

port.on('message', async (question: SendQuestion) => {
  if ('giveUp' in question) {
    underWay.get(question.giveUp)?.abort();
    return;
  }
  const { id, message } = question;
  const abort = new AbortController();
  underWay.set(id, abort);
  const answer = await sendFor(message, abort.signal);
  underWay.delete(id);
  port.postMessage({ id, ...answer } satisfies SendAnswer);
});

async function sendFor(
  message: WebhookMessage,
  signal: AbortSignal,
): Promise<Omit<SendAnswer, 'id'>> {
  try {
    return { answer: await sendWebhook(message, { guard, timeoutMs, signal }) };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}
