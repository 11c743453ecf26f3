import type { Database } from '#db/database.ts';
import { findListToken } from '#db/lists/list-changes.ts';

export function readListToken(db: Database, { brandId }: { brandId: string }): Promise<string> {
  return findListToken(db, brandId);
}
