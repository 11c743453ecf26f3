import { Worker } from 'node:worker_threads';

type ThreadModule = './database-thread.ts' | './checkpoint-thread.ts';

const youngGenerationMbMax = 6;

/** A thread of that name that runs the module; it finds its settings beside `module` in workerData. */
export function startThread(name: string, module: ThreadModule, settings: object): Worker {
  return new Worker(new URL('./thread.js', import.meta.url), {
    name,
    workerData: { ...settings, module },
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMbMax },
  });
}
