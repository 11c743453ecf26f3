// Builds the client: an ES module, a CommonJS module, and the types of both.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';

const root = join(import.meta.dirname, '..');
const sdk = join(root, 'sdk');

export async function buildSdk(outFolder: string): Promise<void> {
  await buildSdkCode(outFolder);
  writeTypes(outFolder);
}

/** Skips the types, which take far longer. */
export async function buildSdkCode(outFolder: string): Promise<void> {
  rmSync(outFolder, { recursive: true, force: true });
  const options: BuildOptions = {
    entryPoints: [join(sdk, 'src', 'index.ts')],
    bundle: true,
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
  };
  await build({ ...options, format: 'esm', outfile: join(outFolder, 'index.js') });
  await build({ ...options, format: 'cjs', outfile: join(outFolder, 'index.cjs') });
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

if (import.meta.main) await buildSdk(join(sdk, 'dist'));
