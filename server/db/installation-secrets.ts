import type { Database } from './database.ts';

/**
 * The key that seals cursors. The first migration draws it; a moved installation gets a new one.
 */
export async function cursorKeyOf(db: Database): Promise<string> {
  const row = await db.first<{ secret: string }>(
    `select secret from installation_secrets where name = 'cursors'`,
  );
  return row!.secret;
}
