// The servers and load generators of a measurement, each in its own process.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadResult, LoadSettings } from './load.ts';

const root = join(import.meta.dirname, '..');

export interface Party {
  port: number;
  pid: number;
  output(): string;
  stop(): Promise<void>;
}

/** Starts a script and waits until it has printed its port. */
export async function startParty(
  script: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Party> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithThis(child);
  let printed = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    if (printed.length < 10_000) printed += chunk;
  });
  const ready = /ready at \D*(?:127\.0\.0\.1:)?(\d+)/;
  while (!ready.test(printed)) await once(child.stdout!, 'data');
  return {
    port: Number(ready.exec(printed)![1]),
    pid: child.pid!,
    output: () => printed,
    stop: () => stop(child),
  };
}

/** Kills the child also when the measurement fails. */
function endWithThis(child: ChildProcess): void {
  const end = () => child.kill('SIGTERM');
  process.on('exit', end);
  child.on('exit', () => process.off('exit', end));
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

export async function runScript<Result>(script: string, ...args: string[]): Promise<Result> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
  return JSON.parse(printed) as Result;
}

export function runLoad(settings: LoadSettings): Promise<LoadResult> {
  return runScript('bench/load.ts', JSON.stringify(settings));
}

// Linux has it in a file; running `ps` four times a second would be a load of its own.
function residentKib(pid: number): number {
  if (process.platform === 'linux') {
    return Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString());
}

/**
 * Samples the resident memory of a process; the returned function stops and returns the maximum in
 * megabytes.
 */
export function watchMemory(pid: number): () => number {
  let mostKib = 0;
  const sample = () => {
    mostKib = Math.max(mostKib, residentKib(pid));
  };
  const timer = setInterval(sample, 250);
  return () => {
    clearInterval(timer);
    sample();
    return (mostKib * 1024) / 1e6;
  };
}
