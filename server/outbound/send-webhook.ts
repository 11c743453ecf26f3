// Posts a message to an untrusted URL, and reads the beginning of the response.
import { type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { webhookAnswerBytesKept, webhookAnswerBytesMax } from '#contract/limits.ts';
import type { DeliveryError } from '#contract/webhook-lists.ts';
import { DownloadFailed } from './download-failed.ts';
import type { Guard } from './guard.ts';

export interface WebhookMessage {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

export interface WebhookAnswer {
  status: number | null;
  /** The beginning of the body; null without a response. */
  start: string | null;
  /** Null when the message was accepted. */
  error: DeliveryError | null;
  /** As sent. */
  retryAfter: string | null;
}

interface SendOptions {
  guard: Guard;
  timeoutMs: number;
  signal: AbortSignal;
}

const answerHeaderBytesMax = 16 * 1024;

/** Throws only when `signal` aborts. */
export async function sendWebhook(
  message: WebhookMessage,
  { guard, timeoutMs, signal }: SendOptions,
): Promise<WebhookAnswer> {
  // One deadline over everything: look-up, connection, request and response.
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    return await post(message, guard, AbortSignal.any([signal, deadline]));
  } catch (error) {
    signal.throwIfAborted();
    const reason = deadline.aborted ? 'timeout' : errorOf(error);
    return { status: null, start: null, error: reason, retryAfter: null };
  }
}

/** Sends one request on a connection of its own, which is closed when this returns. */
async function post(
  { url: text, headers, body }: WebhookMessage,
  guard: Guard,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const url = new URL(text);
  const socket = await guard.connect(url, signal);
  const hangUp = () => socket.destroy();
  signal.addEventListener('abort', hangUp, { once: true });
  try {
    signal.throwIfAborted();
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      // Without an agent, so that neither a proxy from the environment nor a pooled connection is used.
      const options: RequestOptions = {
        method: 'POST',
        createConnection: () => socket,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        maxHeaderSize: answerHeaderBytesMax,
      };
      const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
      request.on('response', resolve);
      request.on('error', reject);
      request.on('upgrade', () => reject(new Error('an unrequested upgrade')));
      request.on('close', () => reject(new Error('closed without a response')));
      request.end(body);
    });
    return await receive(response);
  } finally {
    signal.removeEventListener('abort', hangUp);
    socket.destroy();
  }
}

async function receive(response: IncomingMessage): Promise<WebhookAnswer> {
  const status = response.statusCode ?? 0;
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (received < webhookAnswerBytesKept) chunks.push(chunk);
    received += chunk.length;
    // Read a little further than is kept, so that an honest receiver is not cut off.
    if (received > webhookAnswerBytesMax) break;
  }
  const kept = Buffer.concat(chunks).subarray(0, webhookAnswerBytesKept);
  const retryAfter = response.headers['retry-after'] ?? null;
  return { status, start: readable(kept), error: errorOfStatus(status), retryAfter };
}

// PostgreSQL cannot store NUL. A multi-byte character cut in two becomes a replacement character.
function readable(bytes: Buffer): string {
  return new TextDecoder().decode(bytes).replaceAll('\0', '');
}

function errorOfStatus(status: number): DeliveryError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirected' : 'http_status';
}

const guardErrors = ['not_https', 'blocked_address', 'dns_failed', 'tls_failed'] as const;

function errorOf(error: unknown): DeliveryError {
  if (error instanceof DownloadFailed) {
    return guardErrors.find((code) => code === error.code) ?? 'connect_failed';
  }
  const { code = '' } = error as NodeJS.ErrnoException;
  // An error of Node's HTTP parser: the response is not valid HTTP.
  if (code.startsWith('HPE_')) return 'http_status';
  // Some hosts require a client certificate, and refuse us only after the handshake.
  return /^ERR_(?:SSL|TLS)_|^EPROTO$/.test(code) ? 'tls_failed' : 'connect_failed';
}
