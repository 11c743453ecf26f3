// Corrupts a database file, as a failing disk would.
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const pageBytes = 4_096;

/** Pages in the middle. */
export function damage(file: string): void {
  const middle = Math.floor(statSync(file).size / pageBytes / 2) * pageBytes;
  const descriptor = openSync(file, 'r+');
  try {
    writeSync(descriptor, Buffer.alloc(8 * pageBytes, 0xa5), 0, 8 * pageBytes, middle);
  } finally {
    closeSync(descriptor);
  }
}

/** The first page of a table or index. */
export function spoilRoot(file: string, table: string): void {
  const handle = new DatabaseSync(file);
  const { rootpage } = handle
    .prepare('select rootpage from sqlite_schema where name = ?')
    .get(table) as { rootpage: number };
  const { page_size: pageSize } = handle.prepare('pragma page_size').get() as { page_size: number };
  handle.close();
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (rootpage - 1) * pageSize);
  closeSync(descriptor);
}
