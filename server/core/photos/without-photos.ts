import { type Author, memberOf } from '../author.ts';
import type { NewEvent } from '../event.ts';
import { presentPhoto } from '../present.ts';
import type { PhotoRecord, WorkItemRecord } from '../records.ts';

/** The item after these photos were removed. */
export function withoutPhotos(
  item: WorkItemRecord,
  removed: readonly PhotoRecord[],
  { author, now }: { author: Author; now: number },
): { item: WorkItemRecord; events: NewEvent[] } {
  const event: NewEvent = {
    ...author,
    brandId: item.brandId,
    type: 'photo.removed',
    subjectId: item.id,
    changes: { photos: { before: removed.map(presentPhoto), after: null } },
    reason: null,
    createdAt: now,
  };
  const changed: WorkItemRecord = {
    ...item,
    photoCount: (item.photoCount ?? 0) - removed.length,
    version: item.version + 1,
    updatedAt: now,
    updatedBy: memberOf(author),
  };
  return { item: changed, events: [event] };
}
