import type { Phase } from '#contract/work-item-lists.ts';
import { presentWorkItem } from '#core/present.ts';
import type { Database } from '#db/database.ts';
import { findWorkItems } from '#db/work-items.ts';
import { findPhotos } from '#db/photos.ts';

export async function getWorkItem(
  db: Database,
  { brandId, id }: { brandId: string; id: string },
): Promise<{ phase: Phase; body: string } | null> {
  const [item] = await findWorkItems(db, brandId, [id]);
  if (!item || item.deletedAt !== null) return null;
  const photos = item.photoCount === null ? [] : await findPhotos(db, brandId, [id]);
  return { phase: item.phase, body: JSON.stringify(presentWorkItem(item, photos)) };
}
