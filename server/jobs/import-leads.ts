// Imports the rows of a file, batch by batch.
import type { ImportProgress } from '#actions/imports/continue-import.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';

// After a batch failed: about its number of rows, one by one.
const oneByOneSteps = 100;

// Most imports end before the first progress line.
const reportEveryMs = 5_000;

export type ImportObserver = (progress: ImportProgress & { importId: string }) => void;

export function leadImporter(
  runner: ActionRunner,
  onProgress: ImportObserver,
  now = () => performance.now(),
): JobHandler {
  return async (job, signal) => {
    let stepsOneByOne = 0;
    let reportedAt = now();
    for (;;) {
      signal.throwIfAborted();
      const isOneByOne = stepsOneByOne-- > 0;
      const step = await runner.run('continueImport', { job, isOneByOne });
      if (step === 'done') return;
      if (step === 'stuck') {
        stepsOneByOne = oneByOneSteps;
      } else if (now() - reportedAt >= reportEveryMs) {
        reportedAt = now();
        onProgress({ importId: job.subject, ...step });
      }
    }
  };
}
