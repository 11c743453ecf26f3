import type { DatabaseSync } from 'node:sqlite';
import { asEngineFault } from './faults.ts';

// More than the free space inside the WAL after a batch of leads did not fit.
const thoroughBytes = 512 * 1024;
// Rewrites the file header without a change.
const brief = 'pragma user_version = 0';
const thorough = `begin immediate;
  create table write_probe (filler blob);
  insert into write_probe values (zeroblob(${thoroughBytes}));
  drop table write_probe;
  commit`;

/** Commits a write without effect. A thorough probe needs as much disk space as many leads. */
export function probeWrite(handle: DatabaseSync, isThorough: boolean): void {
  try {
    handle.exec(isThorough ? thorough : brief);
  } catch (error) {
    if (handle.isTransaction) handle.exec('rollback');
    throw asEngineFault(error);
  }
}
