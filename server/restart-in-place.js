// What a program can be told only when it starts: so it starts once more, in place, under the same process id.
// Plain JavaScript, as prepare-node.js is.
import { availableParallelism } from 'node:os';
import { programFolder, setProgramFolder } from './program.js';

// glibc gives threads heaps of their own and keeps in each what was freed there. With a dozen threads that
// is 10 MB held for nothing.
const heapsMax = '2';
// The engine has four threads that compile and clean up. On two processors they would all be busy at once, and
// nobody else.
const engineThreadsMax = 4;
const threadsOption = '--v8-pool-size';
const programOption = '--program=';

export function restartInPlace() {
  const found = process.argv.find((given) => given.startsWith(programOption));
  if (found !== undefined) setProgramFolder(found.slice(programOption.length));
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
      // Looking for it takes memory, which is free again this way.
      programOption + programFolder(),
    ],
    { ...process.env, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || heapsMax },
  );
}
