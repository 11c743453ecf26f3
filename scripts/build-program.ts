// Bundles the server and the command line, with the packages they use, and packs the client that
// the server serves, unless the build is up to date. Resolving and loading hundreds of small modules
// in every thread takes longer than running them.
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Metafile } from 'esbuild';
import { buildFolder, clientFile, entryPoints, projectFile } from '#runtime/program.js';

const root = fileURLToPath(projectFile('.'));
const dist = join(root, 'dist');
// A running server loads some bundles of its build lazily.
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
  // Does not depend on a tsconfig.json, which the image may lack.
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  external: [
    // Run before any bundle, and compute paths relative to themselves.
    '#runtime/program.js',
    '#runtime/prepare-node.js',
    // Has native code.
    'sharp',
    // Read their fonts beside themselves.
    'pdfkit',
    'dejavu-fonts-ttf',
    // Optional dependencies of packages.
    'pg-native',
    'supports-color',
  ],
  // Bundled CommonJS packages call `require` for Node's modules.
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
    // Separately, because esbuild makes a chunk for each combination of entry points that share code.
    for (const program of ['server/', 'cli/']) {
      const { metafile } = await build({
        ...options,
        entryPoints: entryPoints.filter((path) => path.startsWith(program)),
        outdir: unfinished,
      });
      checkPackages(metafile!);
    }
    const { packSdk } = await import('./build-sdk.ts');
    writeFileSync(join(unfinished, clientFile), await packSdk());
    // Atomic: no start finds half a build.
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // A concurrent build may have been faster.
    if (!existsSync(folder)) throw error;
  }
  removeEarlierBuilds(basename(folder));
}

/** The stamp covers the lock file, not the installed packages: other versions would go unnoticed. */
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
