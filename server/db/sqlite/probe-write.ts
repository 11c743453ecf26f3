import type { DatabaseSync } from 'node:sqlite';
import { asEngineFault } from './faults.ts';

// Beyond what is left inside the log after a batch of leads found no room at its end.
const thoroughBytes = 512 * 1024;
// The header of the file is written, with the value that it has.
const brief = 'pragma user_version = 0';
const thorough = `begin immediate;
  create table write_probe (filler blob);
  insert into write_probe values (zeroblob(${thoroughBytes}));
  drop table write_probe;
  commit`;

/** Commits something that changes nothing; a thorough probe needs about as much room as many leads. */
export function probeWrite(handle: DatabaseSync, isThorough: boolean): void {
  try {
    handle.exec(isThorough ? thorough : brief);
  } catch (error) {
    if (handle.isTransaction) handle.exec('rollback');
    throw asEngineFault(error);
  }
}
