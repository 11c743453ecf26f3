import type { Database } from '../database.ts';

/** Settings that can lose acknowledged commits when the machine fails. */
const unsafe: Record<string, readonly string[]> = {
  fsync: ['off'],
  synchronous_commit: ['off'],
  full_page_writes: ['off'],
};

export async function refuseUnsafeServer(db: Pick<Database, 'all'>): Promise<void> {
  const settings = await db.all<{ name: string; setting: string }>(
    // The value for new sessions of this role, whatever this session has set.
    `select name, reset_val as setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')`,
  );
  const wrong = settings.filter(({ name, setting }) => unsafe[name]?.includes(setting));
  if (wrong.length === 0) return;
  const list = wrong.map(({ name, setting }) => `${name}=${setting}`).join(', ');
  throw new Error(
    `the database server runs with ${list} and can lose leads that were acknowledged: switch it on, or set DATABASE_MAY_LOSE_DATA=true`,
  );
}
