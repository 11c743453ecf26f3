// Replays the events since a time, one by one, in parallel with new events.
import { messageId } from '#core/webhooks/webhook-message.ts';
import { isSlow } from '#core/webhooks/webhook-retries.ts';
import { readReplayJob } from '#core/webhooks/webhook-jobs.ts';
import { type Delivering, reloadAfterMs } from './deliver-events.ts';
import type { JobHandler } from './job-worker.ts';

export function eventReplayer({ runner, send, settle, retryInMs }: Delivering): JobHandler {
  return async (job, signal) => {
    const { brandId, subject: endpointId, failures } = job;
    let range = readReplayJob(job.payload);
    for (;;) {
      const next = await runner.run('readReplayedEvents', { brandId, endpointId, ...range });
      if (!next) return runner.run('endJob', job);
      if (next.state !== 'active') return runner.run('parkJob', { job, endpointId, failures });
      const reloadAt = performance.now() + reloadAfterMs;
      let isAllSent = true;
      for (const event of next.events) {
        if (performance.now() > reloadAt) {
          isAllSent = false;
          break;
        }
        signal.throwIfAborted();
        const eventPosition = event.eventPosition!;
        const id = messageId({ id: '', endpointId, eventPosition });
        const attempt = event.isPending
          ? null
          : await send({ id, body: event.payload }, next, signal);
        range = { ...range, after: eventPosition };
        const step = await settle({
          job,
          endpointId,
          version: next.version,
          event: { ...event, eventPosition },
          attempt,
          retryInMs: retryInMs(1),
          as: { kind: 'replay', payload: JSON.stringify(range) },
        });
        if (step === 'stop') return;
        // Other jobs get the slot before the replay continues.
        if (attempt && isSlow(attempt)) {
          return runner.run('parkJob', { job, endpointId, failures });
        }
        isAllSent = step === 'continue' || event === next.events.at(-1);
        if (step === 'reload') break;
      }
      if (!isAllSent) continue;
      range = { ...range, after: next.upTo };
      if (next.isEnd) return runner.run('endJob', job);
    }
  };
}
