import type { Phase } from '#contract/work-item-lists.ts';
import { presentWorkItem } from '#core/present.ts';
import type { Database } from '#db/database.ts';
import { findWorkItems } from '#db/work-items/work-items.ts';
import { findPhotos } from '#db/photos/photos.ts';

export interface ShownWorkItem {
  phase: Phase;
  version: number;
  body: string;
}

export async function getWorkItem(
  db: Database,
  { brandId, id }: { brandId: string; id: string },
): Promise<ShownWorkItem | null> {
  const [item] = await findWorkItems(db, brandId, [id]);
  if (!item || item.deletedAt !== null) return null;
  const photos = item.photoCount === null ? [] : await findPhotos(db, brandId, [id]);
  const { phase, version } = item;
  return { phase, version, body: JSON.stringify(presentWorkItem(item, photos)) };
}
