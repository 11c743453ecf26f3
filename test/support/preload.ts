// Libraries in C that are loaded before all others, and stand between a program and the system.
import { execFileSync, spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { temporaryFolder } from './command-line.ts';
import { needs } from './needs.ts';

/** Why tests that need such a library are skipped; false where they can run. */
export const cannotPreload = whyNot();

/** Returns the path of the library. */
export function compilePreload(folder: string, source: string): string {
  const library = join(folder, `${basename(source, '.c')}.so`);
  const file = join(import.meta.dirname, source);
  execFileSync('cc', ['-shared', '-fPIC', '-O1', file, '-o', library, '-ldl']);
  return library;
}

function whyNot(): string | false {
  if (process.platform !== 'linux') return needs('Linux');
  const scratch = temporaryFolder();
  try {
    const library = scratch.file('nothing.so');
    // With the headers of the system, which may be missing where the compiler is there.
    const input = '#include <dlfcn.h>\n#include <stdio.h>\n#include <unistd.h>\n';
    const args = ['-shared', '-fPIC', '-x', 'c', '-', '-o', library, '-ldl'];
    if (spawnSync('cc', args, { input }).status !== 0) return needs('cc');
    // The loader says so, and goes on without it.
    const { stderr } = spawnSync('true', { env: { ...process.env, LD_PRELOAD: library } });
    return stderr.length === 0 ? false : needs('a folder for libraries');
  } finally {
    scratch.remove();
  }
}
