// Takes disk space from a running server, and gives it back.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needs } from './needs.ts';
import type { TestServer } from './server.ts';

export interface Room {
  /** All but so many bytes. */
  take(bytesLeft: number): void;
  giveBack(): void;
}

/** Why `roomOfLog` is not possible here; null where it is. */
export function whyNoLimits(): string | null {
  const { error, status } = spawnSync('prlimit', ['--version']);
  return error || status !== 0 ? needs('prlimit') : null;
}

/** The server's write-ahead log, which takes all writes, may not grow: they fail with EFBIG. */
export function roomOfLog({ pid, databaseFile }: TestServer): Room {
  const setLimit = (limit: number | 'unlimited') =>
    // The colon leaves the hard limit alone, so that the soft one can be raised again.
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${limit}:`], { encoding: 'utf8' });
  return {
    take: (bytesLeft) => setLimit(statSync(`${databaseFile}-wal`).size + bytesLeft),
    giveBack: () => setLimit('unlimited'),
  };
}

/** A small disk in memory. */
export class SmallDisk implements Room {
  readonly path: string;

  /** Returns a reason where the system does not allow mounting. */
  static mount(bytes: number): SmallDisk | string {
    if (process.getuid?.() !== 0) return needs('root');
    const path = mkdtempSync(join(tmpdir(), 'vakwerk-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path], {
        stdio: 'pipe',
      });
    } catch {
      rmdirSync(path);
      return needs('mount');
    }
    return new SmallDisk(path);
  }

  private constructor(path: string) {
    this.path = path;
  }

  take(bytesLeft: number): void {
    const { bavail, bsize } = statfsSync(this.path);
    try {
      writeFileSync(this.#filler, Buffer.alloc(Math.max(0, bavail * bsize - bytesLeft)));
    } catch (error) {
      // The server has used some of it meanwhile, and nothing is left.
      if ((error as { code?: string }).code !== 'ENOSPC') throw error;
    }
  }

  giveBack(): void {
    rmSync(this.#filler);
  }

  setReadOnly(isReadOnly: boolean): void {
    execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, this.path]);
  }

  unmount(): void {
    execFileSync('umount', [this.path]);
    rmdirSync(this.path);
  }

  get #filler(): string {
    return join(this.path, 'filler');
  }
}
