// What a program can be told only when it starts: so it starts once more, in place, under the same process id.
// Plain JavaScript, as prepare-node.js is.
import { availableParallelism } from 'node:os';

// glibc gives threads heaps of their own and keeps in each what was freed there. With a dozen threads that
// is 10 MB held for nothing.
const heapsMax = '2';
// The engine has four threads that compile and clean up. On two processors they would all be busy at once, and
// nobody else.
const engineThreadsMax = 4;
const threadsOption = '--v8-pool-size';

export function restartInPlace() {
  const areThreadsSet = process.execArgv.some((option) => option.startsWith(threadsOption));
  if (process.platform !== 'linux' || (process.env.MALLOC_ARENA_MAX && areThreadsSet)) return;
  const engineThreads = Math.min(availableParallelism(), engineThreadsMax);
  process.execve(
    process.execPath,
    [
      process.execPath,
      `${threadsOption}=${engineThreads}`,
      // What was asked for goes last, and so counts.
      ...process.execArgv,
      ...process.argv.slice(1),
    ],
    { ...process.env, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || heapsMax },
  );
}
