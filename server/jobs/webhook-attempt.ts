// One attempt to deliver a message to a webhook.
import type { Target } from '#actions/webhooks/outgoing-events.ts';
import type { Attempt } from '#core/webhooks/webhook-records.ts';
import { signWebhook, webhookHeaders } from '#core/webhooks/webhook-signature.ts';
import type { WebhookSender } from '#outbound/webhook-sender.ts';

export type SendAttempt = (
  message: { id: string; body: string },
  target: Pick<Target, 'url' | 'secrets'>,
  signal: AbortSignal,
) => Promise<Attempt>;

/** `delivered`, or the error. */
export type AttemptOutcome = 'delivered' | NonNullable<Attempt['error']>;

// Time to finish an attempt at shutdown; the job's retry would send an aborted one twice.
const graceMs = 1_000;

export function attemptSender(
  sender: WebhookSender,
  now: () => number,
  onAttempt: (outcome: AttemptOutcome) => void,
): SendAttempt {
  return async ({ id, body }, { url, secrets }, signal) => {
    const attemptedAt = now();
    const began = performance.now();
    const signature = signWebhook({ id, sentAt: attemptedAt, body }, secrets);
    const headers = webhookHeaders({ id, sentAt: attemptedAt, signature });
    const delayed = afterGrace(signal);
    const { status, start, error } = await sender
      .send({ url, headers, body }, delayed.signal)
      .finally(delayed.end);
    onAttempt(error ?? 'delivered');
    return {
      url,
      signature,
      attemptedAt,
      durationMs: Math.round(performance.now() - began),
      responseStatus: status,
      responseStart: start,
      error,
    };
  };
}

/** Returns a signal that aborts a little after the given one. */
function afterGrace(signal: AbortSignal): { signal: AbortSignal; end(): void } {
  signal.throwIfAborted();
  const delayed = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const startGrace = () => {
    timer = setTimeout(() => delayed.abort(signal.reason), graceMs);
  };
  signal.addEventListener('abort', startGrace, { once: true });
  return {
    signal: delayed.signal,
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', startGrace);
    },
  };
}
