// What a notice has to say when its job is due.
import type { ClaimedJob } from '#core/job.ts';
import type { Notice } from '#core/notifications/notice-jobs.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

interface Deferred {
  inMs: number;
}

/** Returns null, with the job ended or deferred, when nothing is to be sent now. */
export async function readNotice<SomeNotice extends Notice, Found extends object>(
  runner: ActionRunner,
  { job, notice }: { job: ClaimedJob; notice: SomeNotice },
  read: (notice: SomeNotice) => Promise<Found | Deferred | null>,
): Promise<Found | null> {
  let found = await read(notice);
  if (found && !('inMs' in found) && notice.isDelayed && job.failures === 0) {
    found = await read({ ...notice, subjectIds: await runner.run('gatherNotices', job) });
  }
  if (found && !('inMs' in found)) return found;
  if (found) await runner.run('retryJobs', [{ job, failures: job.failures, inMs: found.inMs }]);
  else await runner.run('endJob', job);
  return null;
}
