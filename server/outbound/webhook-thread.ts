// A thread that talks to the receivers of webhooks. Hundreds of handshakes at once would hold up every lead
// in the thread that answers requests, and every photo in the one for downloads.
import { workerData } from 'node:worker_threads';
import { serveRpc } from '#runtime/serve-rpc.js';
import { guardOf } from './guard-in-thread.ts';
import { sendWebhook, type WebhookAnswer, type WebhookMessage } from './send-webhook.ts';
import type { SendSettings } from './webhook-sender.ts';

const { timeoutMs, ...settings } = workerData as SendSettings;
const guard = guardOf({ ...settings, allowsHttp: true });

serveRpc<WebhookMessage, WebhookAnswer>({
  respond: (message, signal) => sendWebhook(message, { guard, timeoutMs, signal }),
});
