// The state of a delivery and of its endpoint after an attempt. core/retry-schedules.ts has the delays.
import { webhookFailingDaysMax } from '#contract/limits.ts';
import type {
  DeliveryError,
  DeliveryStatus,
  WebhookDisabledReason,
  WebhookState,
} from '#contract/webhook-lists.ts';
import type { Attempt } from './webhook-records.ts';

const dayMs = 24 * 60 * 60 * 1000;
const failingMsMax = webhookFailingDaysMax * dayMs;
const gone = 410;

interface EndedAttempt {
  attemptedAt: number;
  /** Null for a successful attempt. */
  error: DeliveryError | null;
  /** The delay after a failure; null after the last attempt. */
  retryInMs: number | null;
  /** For a retry: the due time, later than the attempt if a manual retry was requested meanwhile. */
  wantedAt: number | null;
}

interface AttemptOutcome {
  status: DeliveryStatus;
  /** The time of the next attempt; null when there is none. */
  dueAt: number | null;
  endedAt: number | null;
  isRetryRequested: boolean;
}

/** The delivery after an attempt. A manual retry requested meanwhile is due immediately. */
export function outcomeOfAttempt(
  { attemptedAt, error, retryInMs, wantedAt }: EndedAttempt,
  now: number,
): AttemptOutcome {
  const isRetryRequested = wantedAt !== null && wantedAt > attemptedAt;
  const waitMs = isRetryRequested ? 0 : retryInMs;
  if (error === null) return { status: 'delivered', dueAt: null, endedAt: now, isRetryRequested };
  if (waitMs === null) return { status: 'failed', dueAt: null, endedAt: now, isRetryRequested };
  return { status: 'pending', dueAt: now + waitMs, endedAt: null, isRetryRequested };
}

const slowMs = 5_000;

/** A slow attempt occupies a slot until it ends; a fast failure does not affect others. */
export function isSlow({ durationMs, error }: Pick<Attempt, 'durationMs' | 'error'>): boolean {
  return error === 'timeout' || durationMs >= slowMs;
}

/** The outcome of an attempt. */
interface Answer {
  status: number | null;
  /** Null for a successful attempt. */
  error: DeliveryError | null;
}

export interface Health {
  state: WebhookState;
  disabledReason: WebhookDisabledReason | null;
  failingSince: number | null;
  lastFailedAt: number | null;
}

/**
 * The endpoint after an attempt. Only a failed attempt can disable it: an endpoint without attempts stays
 * active, however long ago its last failure was. The first failure after a success disables only on 410.
 */
export function healthAfter(before: Health, { status, error }: Answer, now: number): Health {
  if (error === null) return { ...before, failingSince: null };
  const failingSince = before.failingSince ?? now;
  const failing = { failingSince, lastFailedAt: now };
  const reason = reasonToDisable(status, now - failingSince);
  // A paused endpoint, or one that a concurrent attempt has disabled, keeps its state.
  if (before.state !== 'active' || reason === null) return { ...before, ...failing };
  return { state: 'disabled', disabledReason: reason, ...failing };
}

function reasonToDisable(status: number | null, failingMs: number): WebhookDisabledReason | null {
  if (status === gone) return 'gone';
  return failingMs >= failingMsMax ? 'failing' : null;
}

/** The reason in the webhook.disabled event. */
export const disablingReasons: Record<WebhookDisabledReason, string> = {
  gone: 'The webhook answered 410 Gone',
  failing: `No delivery succeeded for ${webhookFailingDaysMax} days`,
};
