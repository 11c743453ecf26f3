import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

// As the processes for pictures have.
const niceness = 10;

/** From now on the calling thread leaves the processor to those that answer requests, where the system can tell threads apart. */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    const [thread] = readlinkSync('/proc/thread-self').match(/\d+$/)!;
    setPriority(Number(thread), niceness);
  } catch {
    // It works as well with the priority of the others.
  }
}
