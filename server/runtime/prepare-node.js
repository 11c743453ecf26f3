// @ts-check
// What every process and thread does first: check the Node version, set V8 flags, switch the compile cache on. Plain JavaScript that an older Node can parse, so that it can say that it is too old.
import * as modules from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

export const nodeMajorMin = 26;
// A folder of our own. Node's default is the folder for temporary files, where other users can put code for us to run.
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
    // The old generation grows by this much between collections: 50 MB less under load, at the same speed.
    setFlagsFromString('--heap-growing-percent=70');
    // The heap of this thread has its size (restart-with-options.js). Left set, the flag would override the resource
    // limits of other threads.
    setFlagsFromString('--max-semi-space-size=0');
  }
  // With a warm cache no thread loads the TypeScript compiler. A folder that cannot be written is no error.
  modules.enableCompileCache(compileCacheFolder);
}
