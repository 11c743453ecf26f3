import { Worker } from 'node:worker_threads';
import { moduleOf, type ProgramPart, projectFile } from '#runtime/program.js';
import { RpcClient } from './rpc-client.ts';

interface ThreadOptions<Event> {
  name: string;
  module: ProgramPart | URL;
  /** Its `workerData`. */
  settings?: object;
  youngGenerationMbMax?: number;
  /** Leads go first. Only on Linux. */
  hasLowPriority?: boolean;
  onEvent?(event: Event): void;
}

const youngGenerationMbMaxDefault = 6;

/** A thread whose module calls `serveRpc`. */
export function startThread<Request, Response, Event = never>({
  name,
  module,
  settings = {},
  youngGenerationMbMax = youngGenerationMbMaxDefault,
  hasLowPriority = false,
  onEvent,
}: ThreadOptions<Event>): RpcClient<Request, Response, Event> {
  const { href } = typeof module === 'string' ? moduleOf(module) : module;
  const worker = new Worker(projectFile('server/runtime/thread.js'), {
    name,
    workerData: { ...settings, module: href, hasLowPriority },
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMbMax },
  });
  return new RpcClient(
    name,
    {
      post: (message) => worker.postMessage(message),
      kill: () => void worker.terminate(),
      onMessage: (listener) => worker.on('message', listener),
      onExit(listener) {
        // An uncaught error is reported first.
        let cause: Error | undefined;
        worker.on('error', (error) => (cause = error as Error));
        worker.once('exit', () => listener(cause));
      },
    },
    onEvent,
  );
}
