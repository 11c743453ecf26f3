/** The answer of a receiver; the status is null without one. */
export interface Answer {
  status: number | null;
  /** Why there was no answer. */
  error: string | null;
  /** There was no connection, or it broke. */
  isUnreachable: boolean;
}

export type AttemptOutcome = 'delivered' | 'retried' | 'skipped' | 'gone';

const gone = 410;
export const refusalsMax = 5;

/**
 * The fate of an event after its last attempt. A receiver that is not running is waited for; one
 * that refuses an event, or is too slow for it, does not block the later ones.
 */
export function outcomeOfAttempt(attempts: readonly Answer[]): AttemptOutcome {
  const status = attempts.at(-1)?.status ?? null;
  if (status !== null && status >= 200 && status < 300) return 'delivered';
  if (status === gone) return 'gone';
  const refusals = attempts.filter(({ isUnreachable }) => !isUnreachable);
  return refusals.length >= refusalsMax ? 'skipped' : 'retried';
}
