// One attempt to bring a message to a webhook.
import type { Target } from '#actions/events/outgoing-events.ts';
import type { Attempt } from '#core/webhooks/webhook-records.ts';
import { signWebhook, webhookHeaders } from '#core/webhooks/webhook-signature.ts';
import type { WebhookSender } from '#outbound/webhook-sender.ts';

export type SendAttempt = (
  message: { id: string; body: string },
  target: Pick<Target, 'url' | 'secrets'>,
  signal: AbortSignal,
) => Promise<Attempt>;

/** `delivered`, or why not. */
export type AttemptOutcome = 'delivered' | NonNullable<Attempt['error']>;

// What is on its way when the service closes would else be sent a second time.
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
    const patient = afterGrace(signal);
    const { status, start, error } = await sender
      .send({ url, headers, body }, patient.signal)
      .finally(patient.end);
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

/** Says the same as the signal, a little later. */
function afterGrace(signal: AbortSignal): { signal: AbortSignal; end(): void } {
  signal.throwIfAborted();
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const giveUp = () => {
    timer = setTimeout(() => late.abort(signal.reason), graceMs);
  };
  signal.addEventListener('abort', giveUp, { once: true });
  return {
    signal: late.signal,
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    },
  };
}
