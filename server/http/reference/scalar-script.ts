import { projectFile } from '#runtime/program.js';
import { startThread } from '#runtime/start-thread.ts';
import { asPacked, type PackedFile } from '../packed-file.ts';

let loading: Promise<PackedFile> | undefined;

/** Scalar's browser script, loaded on the first visit of the page. */
export function scalarScript(): Promise<PackedFile> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<PackedFile> {
  const thread = startThread<null, Uint8Array<ArrayBuffer>>({
    name: 'scalar',
    module: projectFile('server/http/reference/scalar-thread.ts'),
  });
  try {
    return asPacked(await thread.request(null));
  } finally {
    await thread.kill();
  }
}
