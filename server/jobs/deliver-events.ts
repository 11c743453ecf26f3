// Delivers the events of a brand to one endpoint: the first attempt of each, in order. A failed event
// gets a retry job of its own and blocks nothing.
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
  /** The delay after this many failures; null when no retry is left. */
  retryInMs(failures: number): number | null;
}

// Then the slot goes to other jobs; the rest is claimed again immediately.
const runMsMax = 20_000;
// A payload that was read longer ago is read again before it is sent.
export const reloadAfterMs = 1_000;

export function eventDeliverer({ runner, send, settle, retryInMs }: Delivering): JobHandler {
  return async (job, signal) => {
    const { brandId, subject: endpointId } = job;
    let runsUntil = performance.now() + runMsMax;
    let done = 0;
    for (;;) {
      const next = await runner.run('readNextEvents', { brandId, endpointId, after: done });
      if (!next) return purgeLog();
      const reloadAt = performance.now() + reloadAfterMs;
      let step: NextStep = 'continue';
      for (const event of next.state === 'active' ? next.events : []) {
        if (step !== 'continue' || performance.now() > Math.min(runsUntil, reloadAt)) {
          step = 'reload';
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
        if (step === 'stop') return;
        done = eventPosition;
        // A slow endpoint continues in a slot for slow ones.
        if (isSlow(attempt)) runsUntil = 0;
      }
      const isAllSent = next.state === 'active' && step === 'continue';
      if (isAllSent) done = next.upTo;
      const isOver = next.state !== 'active' || (isAllSent && next.isEnd);
      if (isOver || performance.now() > runsUntil) {
        return runner.run('restDelivering', { job, endpointId, upTo: done });
      }
    }

    // The delivery log of a deleted endpoint goes with it.
    async function purgeLog(): Promise<void> {
      while (await runner.run('purgeDeliveries', { job, endpointId })) signal.throwIfAborted();
    }
  };
}
