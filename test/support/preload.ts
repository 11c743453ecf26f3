// Libraries in C that are loaded before all others, and stand between a program and the system.
import { execFileSync, spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
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
  // With the headers of the system, which may be missing where the compiler is there.
  const { status } = spawnSync(
    'cc',
    ['-shared', '-fPIC', '-x', 'c', '-', '-o', '/dev/null', '-ldl'],
    {
      input: '#include <dlfcn.h>\n#include <stdio.h>\n#include <unistd.h>\n',
    },
  );
  return status === 0 ? false : needs('cc');
}
