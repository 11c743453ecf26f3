// Goes through the rows of an import, and through them again when it is undone.
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

export function importUndoer(runner: ActionRunner): JobHandler {
  return async (job, signal) => {
    let afterRow: number | null = null;
    for (;;) {
      signal.throwIfAborted();
      const step: { afterRow: number | null } | null = await runner.run('continueUndo', {
        job,
        afterRow,
      });
      if (!step) return;
      ({ afterRow } = step);
    }
  };
}
