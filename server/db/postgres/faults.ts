import { DatabaseError } from 'pg';
import { DatabaseDamaged, DatabaseUnavailable, StatementTimeout } from '../database.ts';

// SQLSTATE classes that mean "retry later" rather than "bug": connection, resources, shutdown,
// timeouts, a read-only standby, and passwords, privileges or databases that are being changed.
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const rightMissing = '42501';
const unavailableClasses = new Set(['08', '28', '3D', '53', '57', '58']);
const unavailableCodes = new Set([
  '25006', // read-only transaction
  rightMissing,
  '25P03', // idle in a transaction for too long
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock not available
]);

const damagedCodes = new Set([
  'XX001', // data corrupted
  'XX002', // index corrupted
]);

// A statement timeout.
const canceledCode = '57014';

/** Only for errors of the driver: an error without a known SQLSTATE is a broken connection. */
export function asEngineFault(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || isMistake(error)) return error;
  const fix = isRightMissing(error) ? ': grant it to the role of DATABASE_URL' : '';
  const message = `PostgreSQL: ${(error as Error).message}${fix}`;
  if (isDamage(error)) return new DatabaseDamaged(message, { cause: error });
  const isTimeout = error instanceof DatabaseError && error.code === canceledCode;
  return new (isTimeout ? StatementTimeout : DatabaseUnavailable)(message, { cause: error });
}

function isRightMissing(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === rightMissing;
}

function isDamage(error: unknown): boolean {
  return error instanceof DatabaseError && damagedCodes.has(error.code ?? '');
}

function isMistake(error: unknown): boolean {
  if (!(error instanceof DatabaseError))
    return error instanceof TypeError || error instanceof RangeError;
  if (isDamage(error)) return false;
  const code = error.code ?? '';
  return !unavailableClasses.has(code.slice(0, 2)) && !unavailableCodes.has(code);
}
