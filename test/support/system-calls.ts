// System calls of processes, in order, as strace sees them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { needs } from './needs.ts';
import { onPath } from './on-path.ts';
import { eventually } from './within.ts';

export interface SystemCall {
  name: string;
  /** With the paths of file descriptors. */
  args: string;
  /** Line numbers of the trace: a call that ended before another began happened before it. */
  beganAt: number;
  endedAt: number;
}

const traced = ['write', 'pwrite64', 'writev', 'pwritev', 'sendmsg', 'fsync', 'fdatasync'];
const renames = ['?rename', '?renameat', '?renameat2'];
const textBytesMax = 1_000_000;

type EndTrace = (isWhole: (calls: readonly SystemCall[]) => boolean) => Promise<SystemCall[]>;

/**
 * Starts strace. Returns a function that ends it and returns the calls, or the reason why there is
 * none. The effect of a call can be seen before strace has written that the call ended, so it waits
 * until the trace is whole.
 */
export async function traceCalls(
  pids: readonly number[],
  file: string,
): Promise<string | EndTrace> {
  if (!onPath('strace')) return needs('strace');
  const events = `trace=${[...traced, ...renames].join(',')}`;
  const args = ['-f', '-y', '-s', String(textBytesMax), '-e', events, '-o', file];
  const strace = spawn('strace', [...args, ...pids.flatMap((pid) => ['-p', String(pid)])], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(strace, 'exit');
  let said = '';
  strace.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  while (pids.some((pid) => !said.includes(`Process ${pid} attached`))) {
    const isOver = await Promise.race([ended.then(() => true), once(strace.stderr, 'data')]);
    // Not every user may trace.
    if (isOver === true) return needs('strace');
  }
  const read = () => callsIn(readFileSync(file, 'latin1').split('\n'));
  return async (isWhole) => {
    try {
      await eventually(async () => isWhole(read()));
    } finally {
      strace.kill('SIGINT');
      await ended;
    }
    return read();
  };
}

const whole = /^(\d+) +(\w+)\((.*)\) += \d+/;
const unfinished = /^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$/;
const resumed = /^(\d+) +<\.\.\. (\w+) resumed>.* = \d+/;

/** Successful calls. */
function callsIn(lines: readonly string[]): SystemCall[] {
  const calls: SystemCall[] = [];
  const pending = new Map<string, SystemCall>();
  for (const [line, text] of lines.entries()) {
    const [, pid, name, args] = unfinished.exec(text) ?? whole.exec(text) ?? [];
    if (pid !== undefined) {
      const call = { name: name!, args: args!, beganAt: line, endedAt: line };
      if (text.endsWith('<unfinished ...>')) pending.set(pid, call);
      else calls.push(call);
      continue;
    }
    const back = resumed.exec(text)?.[1];
    const call = back === undefined ? undefined : pending.get(back);
    if (call) calls.push({ ...call, endedAt: line });
  }
  return calls;
}
