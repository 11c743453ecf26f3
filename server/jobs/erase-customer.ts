// Goes on with an erasure that was too much for one request.
import type { RequestsFound } from '#actions/erasure/erase-requests.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';

export function customerEraser(runner: ActionRunner): JobHandler {
  return async (job, signal) => {
    let payload: string | null = job.payload;
    // Each piece is a transaction of its own: others get their turn in between.
    while (payload !== null) {
      signal.throwIfAborted();
      const found: RequestsFound | null = await runner.run('findRequestsToForget', {
        brandId: job.brandId,
        payload,
      });
      payload = await runner.run('continueErasure', { job, payload, found });
    }
  };
}
