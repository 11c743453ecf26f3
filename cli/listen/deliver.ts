// Delivers an event to the receiver as the service does, and retries until the receiver takes it.
import { setTimeout as wait } from 'node:timers/promises';
import type { Event } from '#contract/event.ts';
import { backoffDelay } from '#core/retry-schedules.ts';
import { eventPayload, messageId } from '#core/webhooks/webhook-message.ts';
import { signWebhook, webhookHeaders } from '#core/webhooks/webhook-signature.ts';
import { type Answer, type AttemptOutcome, outcomeOfAttempt } from './outcome-of-attempt.ts';

interface Receiver {
  url: string;
  secret: string;
  signal: AbortSignal;
}

export interface Attempt {
  /** The first is 1. */
  number: number;
  /** Null without a response. */
  status: number | null;
  /** Why there is no response; null with one. */
  error: string | null;
  durationMs: number;
  outcome: AttemptOutcome;
  retryInMs: number | null;
}

const timeoutMs = 15_000;
const backoff = { firstMs: 1_000, maxMs: 30_000 };

/** Ends when the event was delivered, skipped, or the receiver is gone. */
export async function deliver(
  event: Event,
  receiver: Receiver,
  onAttempt: (attempt: Attempt) => void,
): Promise<AttemptOutcome> {
  // The feed is already redacted for a key without personal data.
  const body = eventPayload(event, { isImpersonal: false });
  const id = messageId({ id: '', endpointId: 'listen', eventPosition: Number(event.id) });
  const answers: Answer[] = [];
  for (;;) {
    const startedAt = performance.now();
    const answer = await post({ id, body }, receiver);
    const durationMs = Math.round(performance.now() - startedAt);
    const number = answers.push(answer);
    const outcome = outcomeOfAttempt(answers);
    const retryInMs = outcome === 'retried' ? backoffDelay(backoff, number, Math.random()) : null;
    const { status, error } = answer;
    onAttempt({ number, status, error, durationMs, outcome, retryInMs });
    if (retryInMs === null) return outcome;
    await wait(retryInMs, null, { signal: receiver.signal });
  }
}

async function post(
  { id, body }: { id: string; body: string },
  { url, secret, signal }: Receiver,
): Promise<Answer> {
  const sentAt = Date.now();
  const signature = signWebhook({ id, sentAt, body }, [secret]);
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: webhookHeaders({ id, sentAt, signature }),
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, deadline]),
    });
    await response.body?.cancel();
    return { status: response.status, error: null, isUnreachable: false };
  } catch (error) {
    signal.throwIfAborted();
    const seconds = timeoutMs / 1000;
    return deadline.aborted
      ? { status: null, error: `no response within ${seconds} s`, isUnreachable: false }
      : { status: null, error: reasonOf(error as Error), isUnreachable: true };
  }
}

/** The message of fetch only says that it failed. */
function reasonOf({ message, cause }: Error): string {
  const { code, message: reason } = (cause ?? {}) as NodeJS.ErrnoException;
  return code === 'ECONNREFUSED' ? 'nothing listens there' : reason || message;
}
