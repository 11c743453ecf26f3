import { once } from 'node:events';
import { isLastStepDue } from '#db/sqlite/checkpoint.ts';
import { startThread } from './start-thread.ts';
import type { CheckpointSettings, CheckpointState } from './thread-messages.ts';

/** Starts the checkpoint thread; `takeLastStep` is called when the writer has to finish its work. */
export function startCheckpoints(
  file: string,
  onDeath: (error: Error) => void,
  takeLastStep: () => Promise<unknown>,
): { close(): Promise<void> } {
  let isClosing = false;
  let isLastStepUnderWay = false;
  const settings: CheckpointSettings = { file };
  const worker = startThread('checkpoints', 'server/runner/checkpoint-thread.ts', settings);
  worker.on('error', (error) => onDeath(error as Error));
  worker.on('exit', () => {
    if (!isClosing) onDeath(new Error('the checkpoint thread ended'));
  });
  worker.on('message', (state: CheckpointState) => {
    if (isLastStepUnderWay || isClosing || !isLastStepDue(state)) return;
    isLastStepUnderWay = true;
    // A writer that is too busy now takes it next time.
    takeLastStep()
      .catch(() => {})
      .finally(() => {
        isLastStepUnderWay = false;
      });
  });
  return {
    async close() {
      isClosing = true;
      const exited = once(worker, 'exit');
      worker.postMessage('close');
      await exited;
    },
  };
}
