// Builds the web app and the script of forms, unless the build is up to date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { sourceStamp } from '#runtime/source-stamp.js';

const root = join(import.meta.dirname, '..');
const outFolder = join(root, 'web', 'dist');
// Contains the stamp of the sources that were built.
const stampFile = join(outFolder, 'stamp.txt');
const sourceFolders = ['web/src', 'web/public', 'sdk/src', 'contract'];
const sourceFiles = [
  'web/index.html',
  'web/vite.config.ts',
  'web/vite.embed.config.ts',
  'package-lock.json',
];
const compressed = new Set(['.js', '.css', '.svg', '.webmanifest']);
// Compressing smaller files saves nothing.
const compressBytesMin = 1024;
const brotliQuality = 9;

export async function buildWeb({ isOptional = false } = {}): Promise<void> {
  const stamp = sourceStamp(sourceFolders, sourceFiles);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  if (!existsSync(join(root, 'node_modules', 'vite'))) {
    // An installation without the workspace, such as the image, ships the built files.
    if (isOptional) return;
    throw new Error('the web app cannot be built without its packages; run: npm ci');
  }
  const { build } = await import('vite');
  await build({ configFile: join(root, 'web', 'vite.config.ts'), logLevel: 'warn' });
  await build({ configFile: join(root, 'web', 'vite.embed.config.ts'), logLevel: 'warn' });
  compressFiles();
  writeFileSync(stampFile, stamp);
}

function compressFiles(): void {
  const entries = readdirSync(outFolder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter(
    (file) => file.isFile() && compressed.has(extname(file.name)),
  )) {
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    if (content.length < compressBytesMin) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
