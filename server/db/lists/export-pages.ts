// The next records of an export, in creation order, without deleted ones.
import type { Phase } from '#contract/work-item-lists.ts';
import type { Position } from '#core/requests/cursor.ts';
import type { Database } from '../database.ts';

interface ExportRange {
  brandId: string;
  after: Position;
  most: number;
}

type Found = { id: string; createdAt: number };

const select = 'select id, created_at as "createdAt" from';
const behind = '(created_at, id) > (?, ?) and deleted_at is null order by created_at, id limit ?';

export function findItemsToExport(
  db: Database,
  { brandId, phase, after, most }: ExportRange & { phase: Phase },
): Promise<Found[]> {
  return db.all(
    `${select} work_items where brand_id = ? and phase = ? and ${behind}`,
    brandId,
    phase,
    after.value,
    after.id,
    most,
  );
}

export function findCustomersToExport(
  db: Database,
  { brandId, after, most }: ExportRange,
): Promise<Found[]> {
  return db.all(
    `${select} customers where brand_id = ? and ${behind}`,
    brandId,
    after.value,
    after.id,
    most,
  );
}
