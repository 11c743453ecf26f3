// Bundles the server and its command line, with the packages they use, unless the build is up to date: finding and loading
// hundreds of small modules, in every thread, takes longer than running them.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Metafile } from 'esbuild';
import { buildFolder, entryPoints, projectFile } from '#runtime/program.js';

const root = fileURLToPath(projectFile('.'));
const dist = join(root, 'dist');
// A running server loads bundles of its own build when it first needs them.
const earlierBuildsKept = 2;

const options: BuildOptions = {
  absWorkingDir: root,
  outbase: '.',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node26',
  // Independent of the tsconfig.json beside it.
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  external: [
    // They run before any bundle, and their paths are relative to their own files.
    '#runtime/program.js',
    '#runtime/prepare-node.js',
    // Has native code.
    'sharp',
    // Optional for packages that ask for them.
    'pg-native',
    'supports-color',
  ],
  // CommonJS packages load Node's modules with it.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  metafile: true,
  logLevel: 'warning',
};

export async function buildProgram({ isOptional = false } = {}): Promise<void> {
  // Before the build: a source edited meanwhile has another stamp.
  const folder = fileURLToPath(projectFile(buildFolder()));
  if (existsSync(folder)) return;
  // An installation without esbuild runs from source.
  if (isOptional && !existsSync(join(root, 'node_modules', 'esbuild'))) return;
  const { build } = await import('esbuild');
  const unfinished = join(dist, `unfinished-${randomUUID()}`);
  try {
    // Apart, because code shared by several entry points becomes a chunk for each combination of them.
    for (const program of ['server/', 'cli/']) {
      const { metafile } = await build({
        ...options,
        entryPoints: entryPoints.filter((path) => path.startsWith(program)),
        outdir: unfinished,
      });
      checkPackages(metafile!);
    }
    // Atomic: no start finds half a build.
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // A concurrent build may have been faster.
    if (!existsSync(folder)) throw error;
  }
  removeEarlierBuilds(basename(folder));
}

/** The lock file is a source, the installed packages are not: other versions would stay in the bundle unnoticed. */
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

/** Also removes what a killed build left. The newest stay: they may be in use, or be built right now. */
function removeEarlierBuilds(current: string): void {
  const earlier = readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== current)
    .map(({ name }) => ({ name, builtMs: mtimeOf(join(dist, name)) }))
    .sort((a, b) => b.builtMs - a.builtMs);
  for (const { name } of earlier.slice(earlierBuildsKept)) {
    try {
      rmSync(join(dist, name), { recursive: true, force: true });
    } catch {
      // Owned by another user. The next build tries again.
    }
  }
}

function mtimeOf(folder: string): number {
  // Another build may just have removed it.
  return statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
