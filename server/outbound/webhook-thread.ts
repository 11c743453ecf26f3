// The thread that sends webhooks. Hundreds of concurrent TLS handshakes would delay every lead in the
// main thread, and every photo in the download thread.
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
