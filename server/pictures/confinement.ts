// Puts picture processes into a sandbox (bubblewrap) where the system has one: without network, as nobody, without sight
// of other files and processes, and with fewer system calls. Whoever takes over a decoder finds nothing there.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { seccompFilter } from './seccomp-filter.ts';

const sandbox = 'bwrap';
const nobody = '65534';
// Behind the channel to the server (3), which has to be the first that is not stdin, stdout or stderr.
const filterFd = 4;
const tryMsMax = 10_000;
const reasonLengthMax = 200;

interface SeenFiles {
  read: readonly string[];
  write: readonly string[];
}

/** What to put in front of a command, so that it sees these files only, besides programs and libraries of the system. */
export function sandboxFor({ read, write }: SeenFiles): string[] {
  const system = ['/usr', '/lib', '/lib64', '/etc/ld.so.cache', '/nix/store'];
  return [
    sandbox,
    '--unshare-all',
    '--die-with-parent',
    '--uid',
    nobody,
    '--gid',
    nobody,
    '--cap-drop',
    'ALL',
    ...system.flatMap((path) => ['--ro-bind-try', path, path]),
    ...[process.execPath, ...read].flatMap((path) => ['--ro-bind', path, path]),
    ...write.flatMap((path) => ['--bind', path, path]),
    ...(seccompFilter() === null ? [] : ['--seccomp', String(filterFd)]),
    '--',
  ];
}

/** The sandbox reads the filter before it starts the command. */
export function sendFilter({ stdio }: ChildProcess): void {
  const pipe = stdio[filterFd] as Writable | null | undefined;
  // One that ends before it has read it says so by its end.
  pipe?.on('error', () => {}).end(seccompFilter());
}

/** Why there is no sandbox; null when there is. */
export function whyNoSandbox(): Promise<string | null> {
  if (process.platform !== 'linux') return Promise.resolve('it exists on Linux only');
  const [file, ...parameters] = [...sandboxFor({ read: [], write: [] }), process.execPath, '-v'];
  const child = spawn(file!, parameters, {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe', 'ignore', 'pipe'],
    timeout: tryMsMax,
  });
  sendFilter(child);
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, reasonLengthMax);
  });
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ENOENT' ? 'bubblewrap is not installed' : error.message),
    );
    child.once('close', (code, signal) =>
      resolve(code === 0 ? null : said.trim() || `it ended with ${signal ?? code}`),
    );
  });
}
