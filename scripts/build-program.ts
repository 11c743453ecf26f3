// Builds the server and its command line into a few files, with the packages they use, unless that was done from
// the same sources: hundreds of small modules take longer to find and to load, in every thread, than to run.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Metafile } from 'esbuild';
import { builtFolder, programParts, projectFile } from '#server/program.js';

const root = fileURLToPath(projectFile('.'));
const dist = join(root, 'dist');
const unfinished = join(dist, 'unfinished');
// A server that still runs loads parts of its own program when it first needs them.
const earlierKept = 2;
// Longer than any build takes.
const leftBehindMs = 3_600_000;

const options: BuildOptions = {
  absWorkingDir: root,
  outbase: '.',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node26',
  // Not from a file that may be another one elsewhere.
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  external: [
    // They tell the place of all else by their own, and come before anything that is built.
    '#server/program.js',
    '#server/prepare-node.js',
    // Comes with machine code.
    'sharp',
    // Packages do without these two.
    'pg-native',
    'supports-color',
  ],
  // Packages of the older kind ask for what Node has by this name.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  metafile: true,
  logLevel: 'warning',
};

export async function buildProgram({ isOptional = false } = {}): Promise<void> {
  const place = builtFolder();
  const outFolder = fileURLToPath(projectFile(place));
  if (existsSync(outFolder)) return markAsUsed(outFolder);
  // The image has nothing to build with; it runs what it brings along.
  if (isOptional && !existsSync(join(root, 'node_modules', 'esbuild'))) return;
  const { build } = await import('esbuild');
  mkdirSync(unfinished, { recursive: true });
  const folder = mkdtempSync(join(unfinished, 'build-'));
  // That folder is for nobody else. The program is.
  const outdir = join(folder, 'program');
  try {
    // Apart, because what several parts share becomes a file of its own for each group of them that does.
    for (const program of ['server/', 'cli/']) {
      const entryPoints = programParts.filter((part) => part.startsWith(program));
      const { metafile } = await build({ ...options, entryPoints, outdir });
      checkPackages(metafile!);
    }
    if (builtFolder() !== place) throw new Error('its sources were changed meanwhile; try again');
    moveInPlace(outdir, outFolder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  removeEarlier(basename(outFolder));
}

/** The sources name the versions; what is installed could be others, and would stay in the program after an update. */
function checkPackages({ inputs }: Metafile): void {
  const lockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const folders = Object.keys(inputs).map(
    (path) => /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(path)?.[0],
  );
  for (const folder of new Set(folders)) {
    if (folder === undefined) continue;
    const { version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const wanted = lockFile.packages[folder]?.version;
    if (version !== wanted) {
      throw new Error(`${folder} is ${version} instead of ${wanted}; run: npm ci`);
    }
  }
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

/** So that it is not the oldest, whenever it was built. */
function markAsUsed(folder: string): void {
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {
    // Somebody else's, who may do it.
  }
}

function removeEarlier(current: string): void {
  const earlier = foldersIn(dist)
    .filter(({ name }) => name !== current && name !== basename(unfinished))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { name } of earlier.slice(earlierKept)) {
    // Away from its place first: half of it must not be taken for a program.
    tryTo(() => renameSync(join(dist, name), join(unfinished, name)));
    tryTo(() => rmSync(join(unfinished, name), { recursive: true, force: true }));
  }
  for (const { name, usedAt } of foldersIn(unfinished)) {
    if (usedAt > Date.now() - leftBehindMs) continue;
    tryTo(() => rmSync(join(unfinished, name), { recursive: true, force: true }));
  }
}

function foldersIn(folder: string): { name: string; usedAt: number }[] {
  return readdirSync(folder).map((name) => {
    // Somebody else may just have removed it.
    const usedAt = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return { name, usedAt };
  });
}

/** The program is built, whatever becomes of the others. */
function tryTo(tidy: () => void): void {
  try {
    tidy();
  } catch {
    // The next build tries again.
  }
}
