// Has what was deleted leave the files of the database.
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';

// Somebody reads right now.
const againInMs = 500;

export function deletedForgetter(runner: ActionRunner): JobHandler {
  return async (job, signal) => {
    let outcome = await runner.run('forgetDeleted', { piece: 'first' });
    while (outcome === 'more') {
      signal.throwIfAborted();
      outcome = await runner.run('forgetDeleted', { piece: 'next' });
    }
    if (outcome === 'done') return runner.run('endJob', job);
    await runner.run('retryJobs', [{ job, failures: job.failures, inMs: againInMs }]);
  };
}
