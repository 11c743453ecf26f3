import { hash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

interface PackedScript {
  gzip: Buffer;
  etag: string;
}

let loading: Promise<PackedScript> | undefined;

/** Scalar's browser script, read when somebody first opens the page. */
export function scalarScript(): Promise<PackedScript> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<PackedScript> {
  const worker = new Worker(new URL('./scalar-thread.ts', import.meta.url), { name: 'scalar' });
  const [packed] = (await once(worker, 'message')) as [Uint8Array<ArrayBuffer>];
  return { gzip: Buffer.from(packed.buffer), etag: `"${hash('sha256', packed).slice(0, 20)}"` };
}
