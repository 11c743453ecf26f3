// Copies a SQLite database while others use it.
import { backup, DatabaseSync } from 'node:sqlite';
import { asEngineFault } from './faults.ts';

const pagesAtOnce = 500;
const lockWaitMs = 5_000;

/** `target` is new or empty, and becomes a database complete in one file, as it was at this moment. */
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
    // Holds on to one state of the database: otherwise each commit of a running server would make
    // the copying begin again.
    handle.exec('begin; select count(*) from sqlite_schema');
    await backup(handle, target, { rate: pagesAtOnce });
  } finally {
    handle.close();
  }
}

/**
 * Folds the write-ahead log into the file and takes the log and its index away, which only works when
 * nobody else has the file open. Opening it for work brings them back.
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
