// A disk that cannot be read: a library that is loaded before all others lets reads of one file fail with EIO.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cannotPreload, compilePreload } from './preload.ts';

interface FaultyReads {
  /** For the server to start with. */
  env: Record<string, string>;
  begin(): void;
  end(): void;
}

/** Returns why not, where there is no compiler for it. */
export function faultyReads(folder: string, file: string): FaultyReads | string {
  if (cannotPreload) return cannotPreload;
  const since = join(folder, 'reads-fail');
  return {
    env: {
      LD_PRELOAD: compilePreload(folder, 'faulty-reads.c'),
      FAULTY_FILE: file,
      FAULTY_SINCE: since,
    },
    begin: () => writeFileSync(since, ''),
    end: () => rmSync(since),
  };
}
