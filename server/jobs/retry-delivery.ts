// Retries a failed delivery.
import { messageId } from '#core/webhooks/webhook-message.ts';
import { readRetryJob } from '#core/webhooks/webhook-jobs.ts';
import type { Delivering } from './deliver-events.ts';
import type { JobHandler } from './job-worker.ts';

export function deliveryRetrier({ runner, send, settle, retryInMs }: Delivering): JobHandler {
  return async (job, signal) => {
    const { brandId, id: deliveryId, subject: endpointId, failures } = job;
    const found = await runner.run('readDelivery', { brandId, endpointId, id: deliveryId });
    if (!found || !found.event.isPending) {
      return runner.run('endRetry', { job, endpointId });
    }
    if (found.state !== 'active') return runner.run('parkJob', { job, endpointId, failures });

    const { event } = found;
    const eventPosition = event.eventPosition!;
    const id = messageId({ id: deliveryId, endpointId, eventPosition });
    const attempt = await send({ id, body: event.payload }, found, signal);
    const failed = readRetryJob(job.payload).failedBefore + failures + 1;
    await settle({
      job,
      endpointId,
      version: found.version,
      event: { ...event, eventPosition },
      attempt,
      retryInMs: retryInMs(failed),
      as: { kind: 'retry', failures },
    });
  };
}
