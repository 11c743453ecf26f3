// The load balancer of deploy/ as a process, with its own configuration except for addresses.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from './call.ts';
import { killAtExit } from './end-with-us.ts';
import { freePort } from './free-port.ts';
import { needs } from './needs.ts';
import { onPath } from './on-path.ts';
import { root } from './project-files.ts';
import { eventually } from './within.ts';

export interface Haproxy {
  readonly url: string;
  stop(): Promise<void>;
}

const program = onPath('haproxy');
export const missingHaproxy = program === undefined && needs('haproxy');

/** Resolves when it has found a ready node. */
export async function startHaproxy(nodes: readonly { url: string }[]): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'vakwerk-haproxy-'));
  const place = `127.0.0.1:${await freePort()}`;
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration(place, nodes));
  const child = spawn(program!, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  killAtExit(child);
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaints += chunk));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://${place}`;
  const isReady = () =>
    call({ url }, '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    );
  try {
    await eventually(async () => {
      assert.equal(child.exitCode, null, complaints);
      return isReady();
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

function configuration(place: string, nodes: readonly { url: string }[]): string {
  let text = readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8');
  const put = (there: string, instead: string) => {
    assert.equal(text.split(there).length, 2, there);
    text = text.replace(there, instead);
  };
  put('bind :8080', `bind ${place}`);
  for (const [index, { url }] of nodes.entries())
    put(` node-${index + 1}:3000`, ` ${new URL(url).host}`);
  return text;
}
