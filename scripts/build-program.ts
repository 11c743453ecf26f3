// Builds the server and its command line into a few files, with the packages they use, unless that was done from
// the same sources: hundreds of small modules take longer to find and to load, in every thread, than to run.
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';
import { builtFolder, programParts, projectFile } from '#server/program.js';

const root = fileURLToPath(projectFile('.'));
const dist = join(root, 'dist');
const unfinishedFolder = join(dist, 'unfinished');
// A server that still runs loads parts of its own program when it first needs them.
const earlierProgramsKept = 2;

const options: BuildOptions = {
  absWorkingDir: root,
  outbase: '.',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node26',
  // What tells its own place, what is loaded before anything else, and what comes with machine code.
  external: ['#server/program.js', '#server/prepare-node.js', 'sharp', 'pg-native'],
  // Packages of the older kind ask for what Node has by this name.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  logLevel: 'warning',
};

export async function buildProgram({ isOptional = false } = {}): Promise<void> {
  const outFolder = fileURLToPath(projectFile(builtFolder()));
  if (existsSync(outFolder)) return;
  // A production install has nothing to build with; it runs what it brings along, or what is written.
  if (isOptional && !existsSync(join(root, 'node_modules', 'esbuild'))) return;
  const { build } = await import('esbuild');
  const unfinished = join(unfinishedFolder, String(process.pid));
  try {
    // Apart, because what several parts share becomes a file of its own for each group of them that does.
    for (const program of ['server/', 'cli/']) {
      const entryPoints = programParts.filter((part) => part.startsWith(program));
      await build({ ...options, entryPoints, outdir: unfinished });
    }
    moveInPlace(unfinished, outFolder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeEarlier(outFolder);
}

/** At once, so that nobody finds half a program. */
function moveInPlace(folder: string, place: string): void {
  try {
    renameSync(folder, place);
  } catch (error) {
    // Somebody else was faster.
    if (!existsSync(place)) throw error;
  }
}

function removeEarlier(current: string): void {
  const earlier = readdirSync(dist)
    .map((name) => join(dist, name))
    .filter((folder) => `${folder}/` !== current && folder !== unfinishedFolder)
    .map((folder) => ({ folder, madeAt: statSync(folder).mtimeMs }))
    .sort((a, b) => b.madeAt - a.madeAt);
  for (const { folder } of earlier.slice(earlierProgramsKept)) {
    rmSync(folder, { recursive: true, force: true });
  }
}
