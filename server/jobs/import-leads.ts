// Goes through the rows of an import.
import type { ImportProgress } from '#actions/imports/continue-import.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';

// As many rows as were to be made together when one of them stood in the way.
const oneByOneSteps = 100;

// Most imports end before the first line.
const tellEveryMs = 5_000;

export type ImportObserver = (progress: ImportProgress & { importId: string }) => void;

export function leadImporter(
  runner: ActionRunner,
  onProgress: ImportObserver,
  now = () => performance.now(),
): JobHandler {
  return async (job, signal) => {
    let stepsOneByOne = 0;
    let toldAt = now();
    for (;;) {
      signal.throwIfAborted();
      const isOneByOne = stepsOneByOne-- > 0;
      const step = await runner.run('continueImport', { job, isOneByOne });
      if (step === 'done') return;
      if (step === 'stuck') {
        stepsOneByOne = oneByOneSteps;
      } else if (now() - toldAt >= tellEveryMs) {
        toldAt = now();
        onProgress({ importId: job.subject, ...step });
      }
    }
  };
}
