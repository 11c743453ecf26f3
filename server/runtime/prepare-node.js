// @ts-check
// The first step of every process and thread: check the Node version, set V8 flags, enable the
// compile cache. Plain JavaScript that an older Node can parse, so that it can report that it is
// too old.
import * as modules from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

export const nodeMajorMin = 26;
// Node's default is in the shared temporary folder, where other users could plant code.
const compileCacheFolder = fileURLToPath(
  new URL('../../node_modules/.cache/vakwerk', import.meta.url),
);

export function prepareNode() {
  if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
    process.stderr.write(
      `Vakwerk needs Node ${nodeMajorMin} and this is Node ${process.versions.node}; run it with npm start or npm run -s vakwerk\n`,
    );
    process.exit(1);
  }
  if (isMainThread) {
    // Growth of the old generation between collections: 50 MB less under load, at the same speed.
    setFlagsFromString('--heap-growing-percent=70');
    // The heap of this thread has its size already (restart-with-options.js). Left set, the flag
    // would override the resource limits of other threads.
    setFlagsFromString('--max-semi-space-size=0');
  }
  // With a warm cache no thread loads the TypeScript compiler. A folder that cannot be written is no error.
  modules.enableCompileCache(compileCacheFolder);
}
