import type { Database } from '../database.ts';

/** Changes with each commit that changes what the brand's lists show. */
export async function findListToken(db: Database, brandId: string): Promise<string> {
  // On PostgreSQL concurrent transactions write separate rows; the token combines them.
  const rows = await db.all<{ token: string }>(
    `select cast(token as text) as token from list_changes where brand_id = ? order by token`,
    brandId,
  );
  return rows.map(({ token }) => token).join(' ');
}
