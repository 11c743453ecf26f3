// The checks of a start before it opens the database file. They change nothing.
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseDamaged } from '../database.ts';
import { asEngineFault } from './faults.ts';
import { inspectDatabaseFile } from './inspect-file.ts';

/** The file is neither a database of ours nor a place for a new one. */
export class UnknownFile extends Error {
  override name = 'UnknownFile';
}

const lockWaitMs = 5_000;
const namedTablesMax = 3;

/** Refuses to create a database beside a leftover WAL, or in the file of another program. */
export function refuseUnknownFile(file: string): void {
  const logBytes = sizeOf(`${file}-wal`);
  if (sizeOf(file) === 0) {
    if (logBytes === 0) return;
    throw new UnknownFile(
      `${file} is missing or empty, and ${file}-wal beside it has ${logBytes} bytes of what was written to it: put the database back, or restore a backup; to start over, move the log away`,
    );
  }
  if (inspectDatabaseFile(file).isVakwerk) return;
  const { tables, applicationId, hasNoSteps } = contentsOf(file);
  // Empty, or left by a start that was interrupted before its first migration.
  if (applicationId === 0 && (tables.length === 0 || hasNoSteps)) return;
  const some = tables.slice(0, namedTablesMax).join(', ') || 'none';
  throw new UnknownFile(
    `${file} is the SQLite file of another program (application_id ${applicationId}, tables: ${some}): set DATA_DIR to another folder, or move the file away`,
  );
}

// Small tables that every request needs. For keys the index is checked against the table too: a key
// in only one of them would get 401.
const checks = {
  migrations: 'quick_check',
  brands: 'quick_check',
  api_keys: 'integrity_check',
};

/**
 * Reads the header, the schema and three small tables, whatever the size of the file, so that the
 * server does not write to a truncated or inconsistent copy. The other tables are checked later.
 */
export function refuseDamagedFile(file: string): void {
  if (sizeOf(file) === 0) return;
  const faults = faultsOf(() => using(file, quickFaults));
  if (faults.length === 0) return;
  throw damagedFile(file, faults[0]!);
}

export function damagedFile(file: string, fault: string): Error {
  return new Error(
    `${file} is damaged (${fault.replaceAll('\n', ' ')}): restore a backup, and see what doctor finds`,
  );
}

/** Damage can keep the check itself from running. */
function faultsOf(look: () => string[]): string[] {
  try {
    return look();
  } catch (error) {
    if (error instanceof DatabaseDamaged) return [error.message];
    throw error;
  }
}

// SQLite itself refuses a file that is shorter than its header says.
function quickFaults(handle: DatabaseSync): string[] {
  const tables = tablesOf(handle);
  return Object.entries(checks)
    .filter(([table]) => tables.includes(table))
    .flatMap(([table, check]) => handle.prepare(`pragma ${check}('${table}')`).all())
    .map((row) => String(Object.values(row)[0]))
    .filter((line) => line !== 'ok');
}

interface Contents {
  tables: string[];
  applicationId: number;
  hasNoSteps: boolean;
}

function contentsOf(file: string): Contents {
  return using(file, (handle) => {
    const tables = tablesOf(handle);
    const hasNoSteps =
      tables.includes('migrations') && !handle.prepare('select 1 from migrations limit 1').get();
    return { tables, applicationId: pragma(handle, 'application_id'), hasNoSteps };
  });
}

function tablesOf(handle: DatabaseSync): string[] {
  const rows = handle
    .prepare(
      `select name from sqlite_schema where type = 'table' and substr(name, 1, 7) <> 'sqlite_'`,
    )
    .all();
  return rows.map(({ name }) => String(name));
}

function using<Result>(file: string, look: (handle: DatabaseSync) => Result): Result {
  try {
    const handle = new DatabaseSync(file, { readOnly: true, timeout: lockWaitMs });
    try {
      return look(handle);
    } finally {
      handle.close();
    }
  } catch (error) {
    throw asEngineFault(error);
  }
}

function pragma(handle: DatabaseSync, name: string): number {
  return Number(Object.values(handle.prepare(`pragma ${name}`).get()!)[0]);
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
