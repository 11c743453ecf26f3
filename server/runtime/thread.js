// @ts-check
// The entry of every thread, in plain JavaScript for the reason given in main.js. `module` is what it runs.
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { prepareNode } from './prepare-node.js';

// That of the picture processes: leads go first.
const niceness = 10;

if (workerData.hasLowPriority && process.platform === 'linux') lowerPriority();
prepareNode();
await import(workerData.module);

/** Of this thread alone, which only Linux can do. */
function lowerPriority() {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness);
  } catch {
    // Then it runs with the priority of the server.
  }
}
