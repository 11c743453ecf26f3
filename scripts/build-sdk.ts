// Builds the client: an ES module, a CommonJS module, the types of both, and the program
// vakwerk-listen, as an npm package.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import packageFile from '../package.json' with { type: 'json' };
import { tarball } from './tarball.ts';

const root = join(import.meta.dirname, '..');
const sdk = join(root, 'sdk');

/** Packs the client with the version of the service. */
export async function packSdk(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'vakwerk-client-'));
  try {
    await buildSdk(folder);
    const built = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`dist/${file.slice(folder.length + 1).replaceAll(sep, '/')}`, file] as const);
    const texts = ['README.md', 'LICENSE'].map((name) => [name, join(sdk, name)] as const);
    const files = new Map<string, Uint8Array>(
      [...built, ...texts].map(([path, file]) => [path, readFileSync(file)]),
    );
    return tarball(files.set('package.json', manifest()));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function manifest(): Buffer {
  const { name, ...fields } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'));
  const { version } = packageFile;
  return Buffer.from(`${JSON.stringify({ name, version, ...fields }, null, 2)}\n`);
}

export async function buildSdk(outFolder: string): Promise<void> {
  await buildSdkCode(outFolder);
  writeTypes(outFolder);
}

/** Skips the types, which take far longer. */
export async function buildSdkCode(outFolder: string): Promise<void> {
  rmSync(outFolder, { recursive: true, force: true });
  const options: BuildOptions = {
    bundle: true,
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
  };
  const entryPoints = [join(sdk, 'src', 'index.ts')];
  await build({ ...options, entryPoints, format: 'esm', outfile: join(outFolder, 'index.js') });
  await build({ ...options, entryPoints, format: 'cjs', outfile: join(outFolder, 'index.cjs') });
  await build({
    ...options,
    entryPoints: [join(root, 'cli', 'listen', 'main.ts')],
    platform: 'node',
    target: 'node20',
    format: 'esm',
    banner: { js: '#!/usr/bin/env node' },
    outfile: join(outFolder, 'listen.js'),
  });
}

function writeTypes(outFolder: string): void {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [compiler, '--project', join(sdk, 'tsconfig.json'), '--outDir', outFolder];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the types of the client could not be built:\n${stdout}`);

  // TypeScript looks for a module's types under its own extension: .d.ts for .js, .d.cts for .cjs.
  const files = readdirSync(outFolder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
    const path = join(outFolder, file);
    const text = readFileSync(path, 'utf8');
    const importing = (ending: string) => text.replaceAll(/(from '\.[^']*)\.ts'/g, `$1.${ending}'`);
    writeFileSync(path, importing('js'));
    writeFileSync(path.replace(/ts$/, 'cts'), importing('cjs'));
  }
}

if (import.meta.main) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, 'dist', 'client.tgz'), await packSdk());
}
