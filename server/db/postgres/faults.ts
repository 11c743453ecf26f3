import { DatabaseError } from 'pg';
import { DatabaseUnavailable } from '../database.ts';

// Classes of SQLSTATE by which PostgreSQL says "not now" rather than "wrong": connection, resources,
// shutting down, a lock or a statement that took too long, a read-only standby, a password or a database
// that is being changed.
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const unavailableClasses = new Set(['08', '28', '3D', '53', '57', '58']);
const unavailableCodes = new Set([
  '25006', // read-only transaction
  '25P03', // idle in a transaction for too long
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock not available
]);

/** For errors of the driver only: what it does not know by a SQLSTATE is a connection that broke. */
export function asEngineFault(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || isMistake(error)) return error;
  return new DatabaseUnavailable(`PostgreSQL: ${(error as Error).message}`, { cause: error });
}

function isMistake(error: unknown): boolean {
  if (!(error instanceof DatabaseError))
    return error instanceof TypeError || error instanceof RangeError;
  const code = error.code ?? '';
  return !unavailableClasses.has(code.slice(0, 2)) && !unavailableCodes.has(code);
}
