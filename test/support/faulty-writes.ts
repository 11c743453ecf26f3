// A failing disk: a preloaded library makes writes to some files fail.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePreload } from './preload.ts';

/** `short` writes part of the bytes; `fsync` fails only the flush. */
export type WriteFault = 'eio' | 'enospc' | 'short' | 'fsync';

interface FaultyWrites {
  /** For the process's start. */
  env: Record<string, string>;
  begin(fault: WriteFault): void;
  end(): void;
}

/** Affects files whose path contains `files`. */
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
