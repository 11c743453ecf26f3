// Customers and addresses whose work items need to be indexed again, and the progress of that.
import { columns } from '../columns.ts';
import type { Database } from '../database.ts';
import type { SearchRefreshRow } from '../tables.ts';

type OfSubject = Pick<SearchRefreshRow, 'brandId' | 'subjectId'>;

/** Replaces the refreshes of the same subjects. */
export function putSearchRefreshes(db: Database, rows: readonly SearchRefreshRow[]): Promise<void> {
  return db.putRows('searchRefreshes', ['brandId', 'subjectId'], rows);
}

/** Locks the pending refreshes of these subjects until the transaction ends. */
export function lockSearchRefreshes(
  db: Database,
  subjects: readonly OfSubject[],
): Promise<OfSubject[]> {
  return db.allOf(
    `select ${columns('searchRefreshes', ['brandId', 'subjectId'])} from search_refreshes
      where brand_id = ? and subject_id = ?${db.dialect.forUpdate}`,
    subjects.map(({ brandId, subjectId }) => [brandId, subjectId]),
  );
}

export async function dropSearchRefresh(
  db: Database,
  { brandId, subjectId }: OfSubject,
): Promise<void> {
  await db.run(
    'delete from search_refreshes where brand_id = ? and subject_id = ?',
    brandId,
    subjectId,
  );
}

/** Locked until the transaction ends, so that no concurrent addition is lost. */
export function findSearchRefresh(db: Database): Promise<SearchRefreshRow | undefined> {
  const fields = ['brandId', 'subject', 'subjectId', 'afterCreatedAt', 'afterId'] as const;
  return db.first(
    `select ${columns('searchRefreshes', fields)} from search_refreshes limit 1${db.dialect.forUpdateSkipLocked}`,
  );
}
