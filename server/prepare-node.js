// What every program and every thread does first. Plain JavaScript, which an older Node can read too: it
// must be able to say that it is too old.
import * as modules from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

export const nodeMajorMin = 26;
// A folder of our own. By itself Node takes one in the folder for temporary files, where others can
// put code for us to run.
const compileCacheFolder = fileURLToPath(
  new URL('../node_modules/.cache/vakwerk', import.meta.url),
);

export function prepareNode() {
  if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
    process.stderr.write(
      `Vakwerk needs Node ${nodeMajorMin} and this is Node ${process.versions.node}; run it with npm start or npm run -s vakwerk\n`,
    );
    process.exit(1);
  }
  if (isMainThread) useLittleMemory();
  // Once the cache is filled, no thread has to load the compiler for our TypeScript any more, which
  // saves time and memory, most of all where the program runs as it is written. Where it cannot be written all works
  // without.
  modules.enableCompileCache(compileCacheFolder);
}

function useLittleMemory() {
  // Old objects may take that much more than after the last time they were looked through; otherwise several times
  // as much. A busy server has some 50 MB less then, and does not do less.
  setFlagsFromString('--heap-growing-percent=70');
  // The size for young objects in the start script is for this thread; others have their own in start-thread.ts,
  // which counts only where there is none here.
  setFlagsFromString('--max-semi-space-size=0');
}
