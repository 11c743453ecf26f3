import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const testedFolders = ['cli', 'contract', 'places', 'sdk/src', 'server', 'test'];
const testedFiles = ['package.json', 'package-lock.json'];

/** A hash of the program and its tests on disk, committed or not; the same in every checkout. */
export function testedStamp(): string {
  const root = join(import.meta.dirname, '..');
  const inFolders = testedFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const hash = createHash('sha256');
  for (const file of [...inFolders, ...testedFiles.map((name) => join(root, name))].toSorted()) {
    hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** The tested commit, and whether files differ from it. */
export function versionOf(): string {
  const commit = git('rev-parse', '--short=12', 'HEAD');
  if (commit === null) return 'no commit known';
  return git('status', '--porcelain') === '' ? commit : `${commit} with changes`;
}

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
