import { spawnSync } from 'node:child_process';
import { sourceStamp } from '#runtime/source-stamp.js';

const testedFolders = ['cli', 'contract', 'places', 'sdk/src', 'server', 'test'];
const testedFiles = ['package.json', 'package-lock.json'];

/** A stamp of the program and its tests on disk, committed or not. */
export function testedStamp(): string {
  return sourceStamp(testedFolders, testedFiles);
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
