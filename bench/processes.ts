// The parties of a measurement, each in a process of its own.
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

/** Starts a script and waits until it has printed the port it listens on. */
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

/** Also when the measurement fails. */
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

// To start a program for it four times a second would be a load of its own; Linux tells it in a file.
function residentKib(pid: number): number {
  if (process.platform === 'linux') {
    return Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString());
}

/** Watches how much memory a process keeps resident; returns the most it saw, in megabytes. */
export function watchMemory(pid: number): () => number {
  let mostKib = 0;
  const look = () => {
    mostKib = Math.max(mostKib, residentKib(pid));
  };
  const timer = setInterval(look, 250);
  return () => {
    clearInterval(timer);
    look();
    return (mostKib * 1024) / 1e6;
  };
}
