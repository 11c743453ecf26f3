// A picture host in a process of its own, which leaves the processor to others: for tests that measure how
// much a server is held up by hosts, and not by this machine playing them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { authorityFile, startPictureHost } from './picture-host.ts';

const niceness = 15;

export async function startPictureHostProcess(): Promise<{
  port: number;
  caFile: string;
  close(): Promise<void>;
}> {
  // Without what the test runner has told this process.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = fork(import.meta.filename, {
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  return {
    port,
    caFile: authorityFile,
    async close() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

if (import.meta.main) {
  setPriority(niceness);
  const host = await startPictureHost();
  process.once('disconnect', () => void host.close());
  process.send!(host.port);
}
