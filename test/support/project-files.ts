// The files of this project, found without git, which need not be there.
import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

const ignored = [
  '.git/',
  'node_modules/',
  '/data/',
  ...readFileSync(join(root, '.gitignore'), 'utf8').split('\n'),
]
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map(readRule);

/** Paths from the root, of what is neither installed nor made by running. */
export function projectFiles(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (ignored.some((isIgnored) => isIgnored(path, entry.isDirectory()))) return [];
    return entry.isDirectory() ? projectFiles(path) : [path];
  });
}

/** The part of git's rules that we use: folders by a slash at the end, places by another slash. */
function readRule(line: string): (path: string, isFolder: boolean) => boolean {
  if (line.startsWith('!'))
    throw new Error(`.gitignore: "${line}" is more than this test can read`);
  const name = line.replace(/\/$/, '');
  const pattern = name.includes('/') ? name.replace(/^\//, '') : `**/${name}`;
  return (path, isFolder) => (isFolder || name === line) && matchesGlob(path, pattern);
}
