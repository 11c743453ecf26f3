// Runs picture processes in a sandbox (bubblewrap) where available: no network, user nobody, no other
// files or processes, and a seccomp filter. An exploited decoder finds nothing there.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { seccompFilter } from './seccomp-filter.ts';

const sandbox = 'bwrap';
const nobody = '65534';
// After the IPC channel, which must be file descriptor 3.
const filterFd = 4;
const tryMsMax = 10_000;
const reasonLengthMax = 200;

interface VisibleFiles {
  read: readonly string[];
  write: readonly string[];
}

/** Returns the command prefix that limits a command to these files and the system's programs. */
export function sandboxFor({ read, write }: VisibleFiles): string[] {
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
  // A sandbox that exits before reading it is reported by its exit.
  pipe?.on('error', () => {}).end(seccompFilter());
}

/** Returns why there is no sandbox; null when it works. */
export function whyNoSandbox(): Promise<string | null> {
  if (process.platform !== 'linux') return Promise.resolve('it exists on Linux only');
  const [file, ...parameters] = [...sandboxFor({ read: [], write: [] }), process.execPath, '-v'];
  const child = spawn(file!, parameters, {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe', 'ignore', 'pipe'],
    timeout: tryMsMax,
  });
  sendFilter(child);
  let errorText = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(0, reasonLengthMax);
  });
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ENOENT' ? 'bubblewrap is not installed' : error.message),
    );
    child.once('close', (code, signal) =>
      resolve(code === 0 ? null : errorText.trim() || `it ended with ${signal ?? code}`),
    );
  });
}
