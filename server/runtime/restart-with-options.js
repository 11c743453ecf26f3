// @ts-check
import { availableParallelism } from 'node:os';

// Of the main thread; start-thread.ts sets that of the others. V8's default takes 90 MB more under load.
const semiSpaceMbMax = 4;
// glibc keeps memory that a thread freed in that thread's arena: with a dozen threads, 10 MB for nothing.
const mallocArenasMax = '2';
// With V8's default of four, compiling and garbage collection would occupy both cores of a small machine.
const v8ThreadsMax = 4;
const v8ThreadsOption = '--v8-pool-size';
const semiSpaceOption = '--max-semi-space-size';

/**
 * Restarts the process, under the same process id, with options that malloc and V8 read only at
 * startup. Only Linux has `execve`; elsewhere the server runs without them.
 */
export function restartWithOptions() {
  const hasOptions = [v8ThreadsOption, semiSpaceOption].every((name) =>
    process.execArgv.some((option) => option.startsWith(name)),
  );
  if (process.platform !== 'linux' || hasOptions) return;
  process.execve?.(
    process.execPath,
    [
      process.execPath,
      `${v8ThreadsOption}=${Math.min(availableParallelism(), v8ThreadsMax)}`,
      `${semiSpaceOption}=${semiSpaceMbMax}`,
      // Later options override earlier ones.
      ...process.execArgv,
      ...process.argv.slice(1),
    ],
    { ...process.env, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || mallocArenasMax },
  );
}
