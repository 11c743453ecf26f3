// Goes through the rows of an import.
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';

// As many rows as were to be made together when one of them stood in the way.
const oneByOneSteps = 100;

export function leadImporter(runner: ActionRunner): JobHandler {
  return async (job, signal) => {
    let stepsOneByOne = 0;
    for (;;) {
      signal.throwIfAborted();
      const isOneByOne = stepsOneByOne-- > 0;
      const step = await runner.run('continueImport', { job, isOneByOne });
      if (step === 'done') return;
      if (step === 'stuck') stepsOneByOne = oneByOneSteps;
    }
  };
}
