// The files of the built web app, with their compressed variants.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { projectFile } from '#runtime/program.js';
import { acceptsEncoding } from './accepts-encoding.ts';

/** Files with a content hash in their name. */
export const builtFilesRoute = '/assets/*';
const folder = fileURLToPath(projectFile('web/dist'));
const startPage = join(folder, 'index.html');
// Installs the build dependencies, also with --omit=dev, and builds.
export const howToBuildWebApp = 'Run: npm ci && npm start';

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
// In order of preference.
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

export interface WebFile {
  contentType: string;
  etag: string;
  /** Its name has a content hash. */
  isImmutable: boolean;
  open(acceptedEncodings: string): { encoding: string | null; bytes: number; content: Readable };
}

interface WebFiles {
  /** By path, such as `/assets/index-1234.js`. */
  files: ReadonlyMap<string, WebFile>;
  /** The start page; null when the app is not built. */
  page: string | null;
}

export function isWebAppBuilt(): boolean {
  return existsSync(startPage);
}

export function findWebFiles(): WebFiles {
  if (!isWebAppBuilt()) return { files: new Map(), page: null };
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const known = new Set(names);
  const served = names.filter((name) => extname(name) in contentTypes && name !== 'index.html');
  return {
    files: new Map(served.map((name) => [`/${name.split(sep).join('/')}`, webFile(name, known)])),
    page: readFileSync(startPage, 'utf8'),
  };
}

function webFile(name: string, known: ReadonlySet<string>): WebFile {
  const path = join(folder, name);
  const variants = encodings.filter(({ ending }) => known.has(name + ending));
  const hash = createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 22);
  return {
    contentType: contentTypes[extname(name)]!,
    // Weak: the same for all variants.
    etag: `W/"${hash}"`,
    isImmutable: name.startsWith(`assets${sep}`),
    open(acceptedEncodings) {
      const variant = variants.find((one) => acceptsEncoding(acceptedEncodings, one.name));
      const file = path + (variant?.ending ?? '');
      return {
        encoding: variant?.name ?? null,
        bytes: statSync(file).size,
        content: createReadStream(file),
      };
    },
  };
}
