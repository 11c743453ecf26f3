import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';

interface Telling {
  runner: ActionRunner;
  sendsMail: boolean;
}

export function memberTeller({ runner, sendsMail }: Telling): JobHandler {
  return (job) => runner.run('tellMembers', { job, sendsMail });
}

export function unansweredReminder({ runner, sendsMail }: Telling): JobHandler {
  return (job) => runner.run('remindUnanswered', { job, sendsMail });
}
