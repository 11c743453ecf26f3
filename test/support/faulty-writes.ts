// A disk that cannot be written: a library that is loaded before all others lets writes to some files fail.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePreload } from './preload.ts';

/** `short` writes a part of the bytes; `fsync` lets only that fail. */
export type WriteFault = 'eio' | 'enospc' | 'short' | 'fsync';

interface FaultyWrites {
  /** For the process to start with. */
  env: Record<string, string>;
  begin(fault: WriteFault): void;
  end(): void;
}

/** Of files whose path contains `files`. */
export function faultyWrites(folder: string, files: string): FaultyWrites {
  const since = join(folder, 'writes-fail');
  return {
    env: {
      LD_PRELOAD: compilePreload(folder, 'faulty-writes.c'),
      FAULTY_FILES: files,
      FAULTY_SINCE: since,
    },
    begin: (fault) => writeFileSync(since, fault),
    end: () => rmSync(since),
  };
}
