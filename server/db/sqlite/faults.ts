import { DatabaseUnavailable } from '../database.ts';

// Result codes by which SQLite says "not now" rather than "wrong": locked, out of space or memory,
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

export function asEngineFault(error: unknown): unknown {
  const code = (error as { errcode?: number } | null)?.errcode;
  if (code === undefined || !unavailableCodes.has(code & 0xff)) return error;
  return new DatabaseUnavailable(`SQLite: ${(error as Error).message}`, { cause: error });
}
