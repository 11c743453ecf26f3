import type { Database } from './database.ts';

/** Seals cursors. The migration made it; a move makes another one. */
export async function cursorKeyOf(db: Database): Promise<string> {
  const row = await db.first<{ secret: string }>(
    `select secret from installation_secrets where name = 'cursors'`,
  );
  return row!.secret;
}
