// Undoes the rows of an import, chunk by chunk.
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';

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
