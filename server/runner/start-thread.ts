import { type Transferable, Worker } from 'node:worker_threads';
import { moduleOf, type ProgramPart, projectFile } from '#server/program.js';

export type ThreadModule = Extract<ProgramPart, `server/runner/${string}`>;

const youngGenerationMbMax = 6;
// Puts long statements together.
const youngGenerationOnPostgresMbMax = 24;

/** A thread of that name that runs the module; it finds its settings beside `module` in workerData. */
export function startThread(
  name: string,
  module: ThreadModule,
  settings: object,
  transferList: Transferable[] = [],
): Worker {
  const isOnPostgres = module === 'server/runner/postgres-thread.ts';
  return new Worker(projectFile('server/thread.js'), {
    name,
    workerData: { ...settings, module: moduleOf(module).href },
    transferList,
    resourceLimits: {
      maxYoungGenerationSizeMb: isOnPostgres
        ? youngGenerationOnPostgresMbMax
        : youngGenerationMbMax,
    },
  });
}
