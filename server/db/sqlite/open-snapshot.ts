import type { Database } from '../database.ts';
import { openSqlite } from './open.ts';

/** Opens a read-only snapshot: later writes are not visible. */
export async function openSnapshot(file: string): Promise<Database> {
  const db = openSqlite(file, { readOnly: true });
  try {
    await db.execute('begin; select count(*) from sqlite_schema');
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}
