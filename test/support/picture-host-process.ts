// A picture host as a process. It can run at low priority, to measure how hosts delay a server, and
// not how this machine plays them.
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
  /** Bytes sent until now; under load the reply takes as long as the host waits for the CPU. */
  bytesSent(): Promise<number>;
  /** Cuts all connections. */
  hangUp(): void;
  close(): Promise<void>;
}

/** With `givesWay`, it runs at low priority. */
export async function startPictureHostProcess({
  givesWay = true,
} = {}): Promise<PictureHostProcess> {
  // Without the test runner's variables.
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

/** Linux can preempt such a process immediately when another one wants the CPU. */
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
