// Has what was deleted leave the files of the database.
import { backoffDelay, forgettingBackoff } from '#core/retry-schedules.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';

export function deletedForgetter(runner: ActionRunner): JobHandler {
  return async (job, signal) => {
    let outcome = await runner.run('forgetDeleted', { piece: 'first' });
    while (outcome === 'more') {
      signal.throwIfAborted();
      outcome = await runner.run('forgetDeleted', { piece: 'next' });
    }
    if (outcome === 'done') return runner.run('endJob', job);
    const inMs = backoffDelay(forgettingBackoff, job.claims, Math.random());
    await runner.run('retryJobs', [{ job, failures: job.failures, inMs }]);
  };
}
