// A process that forwards events to a receiver: `vakwerk listen`, or the program of the client.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from './within.ts';

export interface Listener {
  /** Waits for this output, and returns its capture group. */
  says(pattern: RegExp): Promise<string>;
  stdout(): string;
  /** The lines of --json so far. */
  // oxlint-disable-next-line typescript/no-explicit-any
  lines(): any[];
  /** Ctrl-C; returns the exit code. */
  stop(): Promise<number | null>;
  readonly ended: Promise<{ code: number | null; stderr: string }>;
}

export function startListener(
  command: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Listener {
  const [program, ...args] = command;
  const child = spawn(program!, args, {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which gets Ctrl-C as in a terminal: npx does not pass signals on.
    detached: true,
  });
  const signal = (name: NodeJS.Signals) => process.kill(-child.pid!, name);
  const killGroup = () => signal('SIGKILL');
  process.once('exit', killGroup);
  child.once('close', () => process.off('exit', killGroup));
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => (printed[name] += chunk));
  }
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    stderr: printed.stderr,
  }));
  return {
    ended,
    stdout: () => printed.stdout,
    lines: () =>
      printed.stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    async says(pattern) {
      await eventually(async () => {
        assert.equal(child.exitCode, null, printed.stdout + printed.stderr);
        return pattern.test(printed.stdout);
      });
      return pattern.exec(printed.stdout)![1] ?? '';
    },
    async stop() {
      signal('SIGINT');
      return (await ended).code;
    },
  };
}
