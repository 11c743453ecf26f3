// Has what was deleted leave the files of the database.
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';

// Somebody reads right now. Who copies the log all the time (Litestream) does so for good, and is not pressed.
const againInMs = 500;
const againInMsMax = 30_000;

export function deletedForgetter(runner: ActionRunner): JobHandler {
  return async (job, signal) => {
    let outcome = await runner.run('forgetDeleted', { piece: 'first' });
    while (outcome === 'more') {
      signal.throwIfAborted();
      outcome = await runner.run('forgetDeleted', { piece: 'next' });
    }
    if (outcome === 'done') return runner.run('endJob', job);
    const inMs = Math.min(againInMs * 2 ** (job.claims - 1), againInMsMax);
    await runner.run('retryJobs', [{ job, failures: job.failures, inMs }]);
  };
}
