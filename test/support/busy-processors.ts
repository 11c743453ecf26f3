// Keeps all processors busy with nothing, at the lowest priority there is: what that alone costs others is the
// machine's doing.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { leaveProcessorToOthers } from './leave-processor.ts';

const busyMsMax = 10_000;

interface BusyProcessors {
  stop(): Promise<void>;
}

export async function keepProcessorsBusy(): Promise<BusyProcessors> {
  // Without what the test runner has told this process.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const children = Array.from({ length: availableParallelism() }, () =>
    fork(import.meta.filename, {
      env,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  await Promise.all(
    children.map((child) => Promise.race([once(child, 'message'), once(child, 'exit')])),
  );
  return {
    async stop() {
      await Promise.all(
        children.map((child) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const ended = once(child, 'exit');
          child.kill('SIGKILL');
          return ended;
        }),
      );
    },
  };
}

if (import.meta.main) {
  leaveProcessorToOthers();
  process.send!('busy', () => {
    // Nobody could tell it to end when who started it is gone.
    const until = performance.now() + busyMsMax;
    while (performance.now() < until);
    process.exit();
  });
}
