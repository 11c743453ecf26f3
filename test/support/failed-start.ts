import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type ServerOptions, spawnServer } from './server.ts';

export interface FailedStart {
  code: number | null;
  stdout: string;
  stderr: string;
}

const endWaitMsMax = 60_000;

/** Runs a server that is expected to exit by itself. */
export async function runToEnd(options: ServerOptions & { dataDir: string }): Promise<FailedStart> {
  const child = spawnServer(options);
  const killer = setTimeout(() => child.kill('SIGKILL'), endWaitMsMax);
  const [stdout, stderr] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close'),
  ]);
  clearTimeout(killer);
  return { code: child.exitCode, stdout, stderr };
}

const nobody = 65_534;

/** A command that drops the right to write everywhere; null where that is not possible. */
export function withoutPrivileges(): string[] | null {
  if (process.getuid?.() !== 0) return [];
  const wrapper = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
  const [command, ...args] = [...wrapper, process.execPath, '--check', import.meta.filename];
  return spawnSync(command!, args).status === 0 ? wrapper : null;
}
