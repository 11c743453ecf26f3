// @ts-check
// Plain JavaScript, for it comes before a thread loads its TypeScript.
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

// As that of the processes for pictures: leads go first.
const niceness = 10;

/** Of the thread that calls it. Only Linux lets threads of a process differ. */
export function lowerThreadPriority() {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness);
  } catch {
    // It works as well with the server's own.
  }
}
