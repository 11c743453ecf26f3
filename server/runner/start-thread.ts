import { Worker } from 'node:worker_threads';

export type ThreadModule =
  | './database-thread.ts'
  | './checkpoint-thread.ts'
  | './postgres-thread.ts';

const youngGenerationMbMax = 6;
// Puts long statements together.
const youngGenerationOnPostgresMbMax = 24;

/** A thread of that name that runs the module; it finds its settings beside `module` in workerData. */
export function startThread(name: string, module: ThreadModule, settings: object): Worker {
  return new Worker(new URL('./thread.js', import.meta.url), {
    name,
    workerData: { ...settings, module },
    resourceLimits: {
      maxYoungGenerationSizeMb:
        module === './postgres-thread.ts' ? youngGenerationOnPostgresMbMax : youngGenerationMbMax,
    },
  });
}
