// The data folder: the database file, and a lock that keeps a second server out.
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const lockWaitMs = 5_000;
const sqliteBusy = 5;

export function databaseFileIn(dataDir: string): string {
  return join(dataDir, 'vakwerk.sqlite');
}

export function lastCheckedTableIn(dataDir: string): string {
  return join(dataDir, 'last-checked-table');
}

export function lockFileIn(dataDir: string): string {
  return join(dataDir, 'server.lock');
}

/** Creates the folder, private to its owner: it holds personal data. */
export function prepareDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw unusable(dataDir, cause);
  }
}

/** Removes other users' access to database files that were created or copied with too open a mode. */
export function restrictDatabaseAccess(dataDir: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    const file = databaseFileIn(dataDir) + suffix;
    const stats = statSync(file, { throwIfNoEntry: false });
    // Only chmod files we created.
    const isOurs = stats?.uid === process.getuid?.();
    if (stats && isOurs && (stats.mode & othersAccess) !== 0) chmodSync(file, 0o600);
  }
}

const othersAccess = 0o077;

function unusable(dataDir: string, cause: unknown): Error {
  const { message } = cause as Error;
  return new Error(`DATA_DIR ${dataDir} cannot be used: ${message}`, { cause });
}

// SQLite creates the 32 KiB -shm file when it opens the database, and removes it on a clean close.
const startupSpaceBytes = 64 * 1024;

/** Reserves the space that closing has freed, so that a server can start on a full disk and serve reads. */
export function reserveStartupSpace(dataDir: string): void {
  try {
    const options = { mode: 0o600, flush: true };
    writeFileSync(startupSpaceFileIn(dataDir), Buffer.alloc(startupSpaceBytes), options);
  } catch {
    // The disk is full.
  }
}

export function releaseStartupSpace(dataDir: string): void {
  rmSync(startupSpaceFileIn(dataDir), { force: true });
}

function startupSpaceFileIn(dataDir: string): string {
  return join(dataDir, 'room-to-start');
}

class DataFolderInUse extends Error {
  override name = 'DataFolderInUse';
}

/**
 * The lock is an exclusive transaction on a small SQLite file. The system releases it when the
 * process dies in any way, so there is no stale lock to clean up.
 */
export function lockDataFolder(dataDir: string, waitMs = lockWaitMs): { release(): void } {
  const file = lockFileIn(dataDir);
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: waitMs });
    // With the journal in memory, the lock needs no disk space.
    lock.exec('pragma journal_mode = memory; begin exclusive');
    chmodSync(file, 0o600);
  } catch (cause) {
    lock?.close();
    if ((cause as { errcode?: number }).errcode !== sqliteBusy) throw unusable(dataDir, cause);
    throw new DataFolderInUse(`another server is using ${dataDir}: stop it first`, { cause });
  }
  const held = lock;
  return { release: () => held.close() };
}

/** Does not take the lock, so that a starting server does not have to wait. */
export function isDataFolderInUse(dataDir: string): boolean {
  const file = lockFileIn(dataDir);
  if (!existsSync(file)) return false;
  const lock = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  try {
    lock.exec('select count(*) from sqlite_schema');
    return false;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === sqliteBusy) return true;
    throw error;
  } finally {
    lock.close();
  }
}
