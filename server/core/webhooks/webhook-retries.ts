// What an attempt means for its delivery and for the endpoint. The delays are in core/retry-schedules.ts.
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
  /** Null when it was taken. */
  error: DeliveryError | null;
  /** After a failure; null when it was the last attempt. */
  retryInMs: number | null;
  /** Of a retry: when the delivery is due by now, which somebody may have asked for while it was being sent. */
  wantedAt: number | null;
}

interface AttemptOutcome {
  status: DeliveryStatus;
  /** Of the next attempt; null when there is none. */
  dueAt: number | null;
  endedAt: number | null;
  isAskedAgain: boolean;
}

/** The delivery after one more attempt. Who asked for another one meanwhile does not wait for it. */
export function outcomeOfAttempt(
  { attemptedAt, error, retryInMs, wantedAt }: EndedAttempt,
  now: number,
): AttemptOutcome {
  const isAskedAgain = wantedAt !== null && wantedAt > attemptedAt;
  const waitMs = isAskedAgain ? 0 : retryInMs;
  if (error === null) return { status: 'delivered', dueAt: null, endedAt: now, isAskedAgain };
  if (waitMs === null) return { status: 'failed', dueAt: null, endedAt: now, isAskedAgain };
  return { status: 'pending', dueAt: now + waitMs, endedAt: null, isAskedAgain };
}

const slowMs = 5_000;

/** Who hangs holds a place all that time. Who fails at once does no harm to others. */
export function isSlow({ durationMs, error }: Pick<Attempt, 'durationMs' | 'error'>): boolean {
  return error === 'timeout' || durationMs >= slowMs;
}

/** How one attempt ended. */
interface Answer {
  status: number | null;
  /** Null when it was taken. */
  error: DeliveryError | null;
}

export interface Health {
  state: WebhookState;
  disabledReason: WebhookDisabledReason | null;
  failingSince: number | null;
  lastFailedAt: number | null;
}

/**
 * The endpoint after one more attempt. Only an attempt that fails disables, so one of which nothing is known since its
 * last failure stays as it is, however long that was; and never the first failure after a success.
 */
export function healthAfter(before: Health, { status, error }: Answer, now: number): Health {
  if (error === null) return { ...before, failingSince: null };
  const failingSince = before.failingSince ?? now;
  const failing = { failingSince, lastFailedAt: now };
  const reason = reasonToDisable(status, now - failingSince);
  // One that is paused, or was disabled by an attempt beside this one, stays as it is.
  if (before.state !== 'active' || reason === null) return { ...before, ...failing };
  return { state: 'disabled', disabledReason: reason, ...failing };
}

function reasonToDisable(status: number | null, failingMs: number): WebhookDisabledReason | null {
  if (status === gone) return 'gone';
  return failingMs >= failingMsMax ? 'failing' : null;
}

/** For the event that tells the brand. */
export const disablingReasons: Record<WebhookDisabledReason, string> = {
  gone: 'The webhook answered 410 Gone',
  failing: `Nothing got through for ${webhookFailingDaysMax} days`,
};
