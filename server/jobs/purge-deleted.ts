// Purges deleted content from the database files.
import { backoffDelay, purgeBackoff } from '#core/retry-schedules.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';

export function deletedPurger(runner: ActionRunner): JobHandler {
  return async (job, signal) => {
    let outcome = await runner.run('purgeDeleted', { piece: 'first' });
    while (outcome === 'more') {
      signal.throwIfAborted();
      outcome = await runner.run('purgeDeleted', { piece: 'next' });
    }
    if (outcome === 'done') return runner.run('endJob', job);
    const inMs = backoffDelay(purgeBackoff, job.claims, Math.random());
    await runner.run('retryJobs', [{ job, failures: job.failures, inMs }]);
  };
}
