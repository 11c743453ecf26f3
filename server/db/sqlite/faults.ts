import { DatabaseDamaged, DatabaseUnavailable } from '../database.ts';

// Result codes that mean "retry later" rather than "bug": locked, out of space or memory,
// unwritable, failing disk. https://sqlite.org/rescode.html
const unavailableCodes = new Set([
  5, // BUSY
  6, // LOCKED
  7, // NOMEM
  8, // READONLY
  10, // IOERR
  13, // FULL
  14, // CANTOPEN
]);

const damagedCodes = new Set([
  11, // CORRUPT
  26, // NOTADB
]);

export function asEngineFault(error: unknown): unknown {
  const code = (error as { errcode?: number } | null)?.errcode;
  if (code === undefined) return error;
  const message = `SQLite: ${(error as Error).message}`;
  if (damagedCodes.has(code & 0xff)) return new DatabaseDamaged(message, { cause: error });
  if (unavailableCodes.has(code & 0xff)) return new DatabaseUnavailable(message, { cause: error });
  return error;
}
