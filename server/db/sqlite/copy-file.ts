// Copies a SQLite database that is in use.
import { backup, DatabaseSync } from 'node:sqlite';
import { asEngineFault } from './faults.ts';

const pagesAtOnce = 500;
const lockWaitMs = 5_000;

/** `target` is new or empty, and becomes a consistent copy in a single file. */
export async function copyDatabaseFile(source: string, target: string): Promise<void> {
  try {
    await copyPages(source, target);
    makeSingleFile(target);
  } catch (error) {
    throw asEngineFault(error);
  }
}

async function copyPages(source: string, target: string): Promise<void> {
  const handle = new DatabaseSync(source, { readOnly: true, timeout: lockWaitMs });
  try {
    // A read transaction pins one snapshot: otherwise each commit of a running server would restart
    // the backup.
    handle.exec('begin; select count(*) from sqlite_schema');
    await backup(handle, target, { rate: pagesAtOnce });
  } finally {
    handle.close();
  }
}

/**
 * Checkpoints the WAL and deletes the `-wal` and `-shm` files, which only works when nobody else
 * has the file open. Opening the database creates them again.
 */
export function makeSingleFile(file: string): void {
  const handle = new DatabaseSync(file);
  try {
    handle.exec('pragma journal_mode = delete');
  } catch (error) {
    throw asEngineFault(error);
  } finally {
    handle.close();
  }
}
