// The program before its last migration, taken from the repository's history.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { schemaVersion } from '#db/migrate.ts';
import { needs } from './needs.ts';
import { root } from './project-files.ts';

const migrationsFolder = 'server/db/migrations/';

// A commit may hold a program that does not start.
const triesMax = 5;

/** The newest that starts, with today's packages. Or the reason why there is none. */
export async function earlierProgram(
  folder: string,
  starts: (program: string) => Promise<boolean>,
): Promise<{ program: string; commit: string } | string> {
  let tries = 0;
  for (const commit of git('rev-list', '--first-parent', 'HEAD')?.split('\n') ?? []) {
    const version = versionAt(commit);
    // A shallow clone.
    if (version === null || tries === triesMax) break;
    if (version >= schemaVersion) continue;
    tries++;
    const program = join(folder, commit);
    unpack(commit, program);
    if (await starts(program)) return { program, commit };
  }
  return needs('the history');
}

function unpack(commit: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const files = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', folder], { input: files });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

function versionAt(commit: string): number | null {
  const names = git('ls-tree', '--name-only', commit, migrationsFolder);
  if (names === null) return null;
  const numbers = [...names.matchAll(/\/(\d{4})-/g)].map(([, number]) => Number(number));
  return Math.max(0, ...numbers);
}

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
