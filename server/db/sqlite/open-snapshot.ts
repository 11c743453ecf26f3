import type { Database } from '../database.ts';
import { openSqlite } from './open.ts';

/** The file as it is now, to be read: what others write to it later is not seen. */
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
