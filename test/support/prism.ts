import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openWorkshop, toolFile } from './client-tools.ts';
import { endWithUs } from './end-with-us.ts';

export interface Prism {
  url: string;
  stop(): Promise<void>;
}

const startMsMax = 60_000;

/** A proxy in front of a server that refuses what differs from the document. */
export async function startPrism(document: string, upstream: string): Promise<Prism> {
  const workshop = openWorkshop(document);
  const args = ['proxy', 'openapi.json', upstream, '--errors', '--host=127.0.0.1', '--port=0'];
  const child = spawn(process.execPath, [toolFile('prism'), ...args], {
    cwd: workshop.path,
    env: { PATH: process.env['PATH'], HOME: workshop.path, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  }
  const url = () => /Prism is listening on (\S+)/.exec(printed)?.[1];
  const deadline = AbortSignal.timeout(startMsMax);
  const ended = once(child, 'exit').then(() => 'ended');
  while (url() === undefined) {
    const more = once(child.stdout, 'data', { signal: deadline });
    const event = await Promise.race([more, ended]);
    if (event === 'ended') throw new Error(`Prism did not start:\n${printed}`);
  }
  return {
    url: url()!,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      workshop.remove();
    },
  };
}
