// Bundles the server and its command line, with the packages they use, unless the build is up to date: finding and loading
// hundreds of small modules, in every thread, takes longer than running them.
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Metafile } from 'esbuild';
import { stampOf } from '#runtime/build-stamp.js';
import {
  builtFolder,
  programParts,
  programSources,
  projectFile,
  stampFile,
} from '#runtime/program.js';

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
  if (builtFolder() !== null) return;
  // An installation without esbuild runs from its sources.
  if (isOptional && !existsSync(join(root, 'node_modules', 'esbuild'))) return;
  const { build } = await import('esbuild');
  // Taken first, so that a source edited during the build is newer.
  const stamp = stampOf(programSources);
  const name = `build-${randomUUID()}`;
  const outdir = join(dist, name);
  try {
    // Apart, because code shared by several entry points becomes a chunk for each combination of them.
    for (const program of ['server/', 'cli/']) {
      const entryPoints = programParts.filter((part) => part.startsWith(program));
      const { metafile } = await build({ ...options, entryPoints, outdir });
      checkPackages(metafile!);
    }
    // A rename is atomic: no start reads half a stamp.
    const written = join(outdir, 'stamp.json');
    writeFileSync(written, JSON.stringify({ folder: `dist/${name}/`, ...stamp }));
    renameSync(written, join(root, stampFile));
  } catch (error) {
    rmSync(outdir, { recursive: true, force: true });
    throw error;
  }
  removeEarlierBuilds(name);
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

/** Also what a killed build left. Others may be building: the newest are kept. */
function removeEarlierBuilds(current: string): void {
  const earlier = readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== current)
    .map(({ name }) => ({ name, builtMs: mtimeOf(join(dist, name)) }))
    .sort((a, b) => b.builtMs - a.builtMs);
  for (const { name } of earlier.slice(earlierBuildsKept)) {
    try {
      rmSync(join(dist, name), { recursive: true, force: true });
    } catch {
      // Another user's. The next build tries again.
    }
  }
}

function mtimeOf(folder: string): number {
  // Another build may just have removed it.
  return statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
