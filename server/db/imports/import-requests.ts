import { marks } from '../columns.ts';
import type { Database } from '../database.ts';

/** Of these requests, those that began an import. */
export async function findImportRequests(
  db: Database,
  brandId: string,
  requestIds: readonly string[],
): Promise<Set<string>> {
  if (requestIds.length === 0) return new Set();
  const rows = await db.all<{ id: string }>(
    `select request_id as id from imports where brand_id = ? and request_id in (${marks(requestIds)})`,
    brandId,
    ...requestIds,
  );
  return new Set(rows.map(({ id }) => id));
}
