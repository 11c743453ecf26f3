import { spawnSync } from 'node:child_process';

/** The commit that is tested, and whether files differ from it; a result is worth little without. */
export function versionOf(): string {
  const commit = git('rev-parse', '--short=12', 'HEAD');
  if (commit === null) return 'no commit known';
  return git('status', '--porcelain') === '' ? commit : `${commit} with changes`;
}

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
