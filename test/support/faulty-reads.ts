// An unreadable disk: a preloaded library makes reads of one file fail with EIO.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cannotPreload, compilePreload } from './preload.ts';

interface FaultyReads {
  /** For the server's start. */
  env: Record<string, string>;
  begin(): void;
  end(): void;
}

/** Returns a reason where there is no compiler. */
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
