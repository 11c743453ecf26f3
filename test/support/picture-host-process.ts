// A picture host in a process of its own. It can leave the processor to others: to measure how much a server is held up by
// hosts, and not by this machine playing them.
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { endWithUs } from './end-with-us.ts';
import { authorityFile, startPictureHost } from './picture-host.ts';
import { onPath } from './on-path.ts';

const niceness = 19;

export interface PictureHostProcess {
  port: number;
  caFile: string;
  /** Bytes sent until now; under load the answer takes as long as the host waits for the processor. */
  bytesSent(): Promise<number>;
  /** Breaks off all connections. */
  hangUp(): void;
  close(): Promise<void>;
}

/** With `givesWay`, it leaves the processor to others. */
export async function startPictureHostProcess({
  givesWay = true,
} = {}): Promise<PictureHostProcess> {
  // Without what the test runner has told this process.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = fork(import.meta.filename, givesWay ? ['gives-way'] : [], {
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  endWithUs(child);
  return {
    port,
    caFile: authorityFile,
    async bytesSent() {
      child.send('bytes sent?');
      const [bytes] = (await once(child, 'message')) as [number];
      return bytes;
    },
    hangUp: () => void child.send('hang up'),
    async close() {
      const ended = once(child, 'exit');
      child.ref();
      child.disconnect();
      await ended;
    },
  };
}

/** Linux can take the processor from such a process in the moment another wants it, and not only soon after. */
function leaveProcessorToOthers(): void {
  setPriority(niceness);
  if (onPath('chrt')) spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', `${process.pid}`]);
}

if (import.meta.main) {
  if (process.argv.includes('gives-way')) leaveProcessorToOthers();
  const host = await startPictureHost();
  process.on('message', (message) => {
    if (message === 'hang up') host.hangUp();
    else process.send!(host.bytesSent);
  });
  process.once('disconnect', () => void host.close());
  process.send!(host.port);
}
