import type { Database } from '../database.ts';

/** Another one after each commit that changes what the brand's lists show. */
export async function findListToken(db: Database, brandId: string): Promise<string> {
  // Transactions that run at the same time write rows of their own (PostgreSQL), so the token is made of all of them.
  const rows = await db.all<{ token: string }>(
    `select cast(token as text) as token from list_changes where brand_id = ? order by token`,
    brandId,
  );
  return rows.map(({ token }) => token).join(' ');
}
