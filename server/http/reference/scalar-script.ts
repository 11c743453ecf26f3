import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { projectFile } from '#server/program.js';
import { asPacked, type PackedFile } from '../packed-file.ts';

let loading: Promise<PackedFile> | undefined;

/** Scalar's browser script, read when somebody first opens the page. */
export function scalarScript(): Promise<PackedFile> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<PackedFile> {
  const worker = new Worker(projectFile('server/http/reference/scalar-thread.ts'), {
    name: 'scalar',
  });
  const [packed] = (await once(worker, 'message')) as [Uint8Array<ArrayBuffer>];
  return asPacked(packed);
}
