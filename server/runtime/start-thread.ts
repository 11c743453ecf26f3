import { Worker } from 'node:worker_threads';
import { type EntryPoint, moduleOf, projectFile } from '#runtime/program.js';
import { RpcClient } from './rpc-client.ts';

export interface ThreadOptions<Event = never> {
  name: string;
  /** Calls `serveRpc`. */
  module: EntryPoint | URL;
  /** The `workerData` of the module. */
  settings?: object;
  youngGenerationMbMax?: number;
  onEvent?(event: Event): void;
}

const youngGenerationMbMaxDefault = 6;

export function startThread<Request, Response, Event = never>({
  name,
  module,
  settings = {},
  youngGenerationMbMax = youngGenerationMbMaxDefault,
  onEvent,
}: ThreadOptions<Event>): RpcClient<Request, Response, Event> {
  const { href } = typeof module === 'string' ? moduleOf(module) : module;
  const worker = new Worker(projectFile('server/runtime/thread.js'), {
    name,
    workerData: { ...settings, module: href },
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMbMax },
  });
  const client = new RpcClient<Request, Response, Event>(
    name,
    {
      post: (message) => worker.postMessage(message),
      kill: () => void worker.terminate(),
    },
    onEvent,
  );
  let cause: Error | undefined;
  worker.on('message', (message) => client.receive(message));
  worker.on('error', (error) => (cause ??= error as Error));
  worker.once('exit', () => client.exit(cause));
  return client;
}
