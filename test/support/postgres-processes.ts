// All processes of a PostgreSQL: to hold them where they are, as a machine does that hangs, or to kill them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from './needs.ts';

export const cannotHoldProcesses = process.platform !== 'linux' && needs('Linux');

/** The one that starts the others comes first. */
export function processesOf(postgres: { dataDir: string }): number[] {
  const first = firstOf(postgres);
  return [first, ...childrenOf(first)];
}

/** Returns how to let them go on. */
export function holdProcesses(postgres: { dataDir: string }): () => void {
  const all = stopProcesses(postgres);
  return () => all.forEach((pid) => signal(pid, 'SIGCONT'));
}

/** kill -9 of them all, as on a machine that is gone. */
export function killProcesses(postgres: { dataDir: string }): void {
  for (const pid of stopProcesses(postgres)) signal(pid, 'SIGKILL');
}

function stopProcesses(postgres: { dataDir: string }): number[] {
  const first = firstOf(postgres);
  // Stopped first, it starts no others meanwhile.
  process.kill(first, 'SIGSTOP');
  const all = processesOf(postgres);
  for (const pid of all) signal(pid, 'SIGSTOP');
  return all;
}

function firstOf({ dataDir }: { dataDir: string }): number {
  return Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
}

function parentOf(pid: string): number | null {
  try {
    // Its name stands in parentheses; the state and the parent follow.
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!;
    return Number(afterName.split(' ')[1]);
  } catch {
    return null;
  }
}

// It may have ended by itself.
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}
