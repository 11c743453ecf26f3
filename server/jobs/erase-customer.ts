// Continues an erasure that was too large for one request.
import type { Found } from '#actions/erasure/erase-mentions.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';

export function customerEraser(runner: ActionRunner): JobHandler {
  return async (job, signal) => {
    let payload: string | null = job.payload;
    // One transaction per chunk, so that other writes run in between.
    while (payload !== null) {
      signal.throwIfAborted();
      const found: Found | null = await runner.run('findMentionsToErase', {
        brandId: job.brandId,
        payload,
      });
      payload = await runner.run('continueErasure', { job, payload, found });
    }
  };
}
