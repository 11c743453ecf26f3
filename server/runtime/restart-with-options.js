// @ts-check
// Starts the process again with the options that malloc and V8 read only at the start. Apart from prepare-node.js, so that
// threads do not load the look-up of the build.
import { availableParallelism } from 'node:os';
import { buildArgument, builtFolder } from './program.js';

// Of the main thread; start-thread.ts has that of the others. The default takes 90 MB more under load.
const semiSpaceMbMax = 4;
// glibc keeps what a thread freed in an arena of its own: with a dozen threads 10 MB for nothing.
const mallocArenasMax = '2';
// V8's four threads for compiling and garbage collection would keep two processors busy at once.
const v8ThreadsMax = 4;
const v8ThreadsOption = '--v8-pool-size';

/** With execve, under the same process id. Elsewhere than on Linux the server runs without these options. */
export function restartWithOptions() {
  const hasOptions = process.execArgv.some((option) => option.startsWith(v8ThreadsOption));
  if (process.platform !== 'linux' || (process.env.MALLOC_ARENA_MAX && hasOptions)) return;
  process.execve?.(
    process.execPath,
    [
      process.execPath,
      `${v8ThreadsOption}=${Math.min(availableParallelism(), v8ThreadsMax)}`,
      `--max-semi-space-size=${semiSpaceMbMax}`,
      // The last one counts.
      ...process.execArgv,
      ...process.argv.slice(1),
      // The memory that the look-up takes ends with this program.
      buildArgument + (builtFolder() ?? ''),
    ],
    { ...process.env, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || mallocArenasMax },
  );
}
