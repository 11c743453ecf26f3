// @ts-check
// Who goes first when there are more threads than processors. Only Linux lets threads of a process differ; elsewhere
// all works as well with the same priority. Plain JavaScript, for it comes before a thread loads its TypeScript.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

// As that of the processes for pictures: leads go first.
const niceness = 10;
const engineThreadName = 'node-V8Worker';

export function lowerPriorityOfThisThread() {
  onLinux(() => lowerPriority(readlinkSync('/proc/thread-self').split('/').at(-1)));
}

/**
 * Of the threads in which the engine compiles and cleans up. They work in bursts, all at once, and would hold up
 * who answers and who writes for tens of milliseconds.
 */
export function lowerPriorityOfEngine() {
  onLinux(() => {
    const threads = '/proc/self/task';
    for (const id of readdirSync(threads)) {
      const name = readFileSync(`${threads}/${id}/comm`, 'utf8').trim();
      if (name === engineThreadName) lowerPriority(id);
    }
  });
}

/** @param {string | undefined} threadId */
function lowerPriority(threadId) {
  setPriority(Number(threadId), niceness);
}

/** @param {() => void} change */
function onLinux(change) {
  if (process.platform !== 'linux') return;
  try {
    change();
  } catch {
    // Not allowed to, perhaps.
  }
}
