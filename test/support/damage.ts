import { closeSync, openSync, statSync, writeSync } from 'node:fs';

const pageBytes = 4_096;

/** Spoils pages in the middle of a database file, as a failing disk would. */
export function damage(file: string): void {
  const middle = Math.floor(statSync(file).size / pageBytes / 2) * pageBytes;
  const descriptor = openSync(file, 'r+');
  try {
    writeSync(descriptor, Buffer.alloc(8 * pageBytes, 0xa5), 0, 8 * pageBytes, middle);
  } finally {
    closeSync(descriptor);
  }
}
