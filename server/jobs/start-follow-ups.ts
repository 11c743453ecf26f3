// Starts the worker for follow-ups and for the work of members who left. Its slots are its own, so
// slow photo hosts and webhooks cannot delay a reminder.
import type { JobLimits } from '#core/choose-jobs.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { JobWorker } from './job-worker.ts';

const limits: JobLimits = { total: 8, perBrand: 2, perLane: 1 };

interface FollowUpOptions {
  runner: ActionRunner;
  jobLeaseMs: number;
  onError(error: unknown, what: string): void;
}

export function startFollowUps({ runner, jobLeaseMs, onError }: FollowUpOptions): JobWorker {
  const worker = new JobWorker(runner, {
    handlers: {
      followUp: (job) => runner.run('tellFollowUpDue', job),
      async unassignMember(job, signal) {
        while ((await runner.run('unassignNext', job)) === 'more') signal.throwIfAborted();
      },
    },
    limits,
    leaseMs: jobLeaseMs,
    onError: (error) => onError(error, 'a follow-up job failed'),
  });
  worker.start();
  return worker;
}
