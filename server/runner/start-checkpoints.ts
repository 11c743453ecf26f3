import { isLastStepDue } from '#db/sqlite/checkpoint.ts';
import { startThread } from '#runtime/start-thread.ts';
import type { CheckpointSettings, CheckpointState } from './thread-messages.ts';

/** Starts the checkpoint thread; calls `takeLastStep` when the writer has to finish a checkpoint. */
export function startCheckpoints(
  file: string,
  onDeath: (error: Error) => void,
  takeLastStep: () => Promise<unknown>,
): { close(): Promise<void> } {
  let isClosing = false;
  let isLastStepRunning = false;
  const settings: CheckpointSettings = { file };
  const thread = startThread<never, never, CheckpointState>({
    name: 'checkpoints',
    module: 'server/runner/checkpoint-thread.ts',
    settings,
    onEvent(state) {
      if (isLastStepRunning || isClosing || !isLastStepDue(state)) return;
      isLastStepRunning = true;
      // A busy writer refuses; the next event tries again.
      takeLastStep()
        .catch(() => {})
        .finally(() => {
          isLastStepRunning = false;
        });
    },
  });
  void thread.died.then(onDeath);
  return {
    close() {
      isClosing = true;
      return thread.close();
    },
  };
}
