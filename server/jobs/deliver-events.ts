// Brings the events of a brand to one endpoint: the first try of each, one after the other, in their order.
// What fails becomes a job of its own and holds nothing up.
import type { AttemptEnd, NextStep } from '#actions/webhooks/settle-attempts.ts';
import { messageId } from '#core/webhooks/webhook-message.ts';
import { isSlow } from '#core/webhooks/webhook-retries.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';
import type { SendAttempt } from './webhook-attempt.ts';

export interface Delivering {
  runner: ActionRunner;
  send: SendAttempt;
  settle(end: AttemptEnd): Promise<NextStep>;
  /** After that many failures; null when they are enough. */
  retryInMs(failures: number): number | null;
}

// Then others get their turn; the rest is taken up again at once.
const runMsMax = 20_000;
// A record that was read longer ago is read again before it is sent.
export const readAgainAfterMs = 1_000;

export function eventDeliverer({ runner, send, settle, retryInMs }: Delivering): JobHandler {
  return async (job, signal) => {
    const { brandId, subject: endpointId } = job;
    let runsUntil = performance.now() + runMsMax;
    let done = 0;
    for (;;) {
      const next = await runner.run('readNextEvents', { brandId, endpointId, after: done });
      if (!next) return forget();
      const readAgainAt = performance.now() + readAgainAfterMs;
      let step: NextStep = 'goOn';
      for (const event of next.state === 'active' ? next.events : []) {
        if (step !== 'goOn' || performance.now() > Math.min(runsUntil, readAgainAt)) {
          step = 'readAgain';
          break;
        }
        signal.throwIfAborted();
        const eventPosition = event.eventPosition!;
        const id = messageId({ id: '', endpointId, eventPosition });
        const attempt = await send({ id, body: event.payload }, next, signal);
        step = await settle({
          job,
          endpointId,
          version: next.version,
          event: { ...event, eventPosition },
          attempt,
          retryInMs: retryInMs(1),
          as: { kind: 'firstTry' },
        });
        if (step === 'leave') return;
        done = eventPosition;
        // It goes on in a place for those that are slow.
        if (isSlow(attempt)) runsUntil = 0;
      }
      const isAllSent = next.state === 'active' && step === 'goOn';
      if (isAllSent) done = next.upTo;
      const isOver = next.state !== 'active' || (isAllSent && next.isEnd);
      if (isOver || performance.now() > runsUntil) {
        return runner.run('restDelivering', { job, endpointId, upTo: done });
      }
    }

    // Its log goes with an endpoint.
    async function forget(): Promise<void> {
      while (await runner.run('forgetDeliveries', { job, endpointId })) signal.throwIfAborted();
    }
  };
}
