// C libraries that are preloaded (LD_PRELOAD) between a program and the system.
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
    // The system headers may be missing although there is a compiler.
    const input = '#include <dlfcn.h>\n#include <stdio.h>\n#include <unistd.h>\n';
    const args = ['-shared', '-fPIC', '-x', 'c', '-', '-o', library, '-ldl'];
    if (spawnSync('cc', args, { input }).status !== 0) return needs('cc');
    // The loader reports a failure and continues without it.
    const { stderr } = spawnSync('true', { env: { ...process.env, LD_PRELOAD: library } });
    return stderr.length === 0 ? false : needs('a folder for libraries');
  } finally {
    scratch.remove();
  }
}
