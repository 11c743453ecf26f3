// Who added which part of a work item's notes.
import type { NoteRecord } from '#core/records.ts';
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';

const fields: Field<'workItemNotes'>[] = [
  'brandId',
  'id',
  'workItemId',
  'text',
  'actor',
  'actorId',
  'createdAt',
  'editedAt',
];

export function insertNote(db: Database, note: NoteRecord): Promise<void> {
  return db.insertRows('workItemNotes', [note]);
}

/** Oldest first. */
export function findNotes(
  db: Database,
  brandId: string,
  workItemIds: readonly string[],
): Promise<NoteRecord[]> {
  if (workItemIds.length === 0) return Promise.resolve([]);
  return db.all(
    `select ${columns('workItemNotes', fields)} from work_item_notes
      where brand_id = ? and work_item_id in (${marks(workItemIds)}) order by id`,
    brandId,
    ...workItemIds,
  );
}

export async function updateNote(
  db: Database,
  { brandId, id, text, editedAt }: NoteRecord,
): Promise<void> {
  await db.run(
    'update work_item_notes set text = ?, edited_at = ? where brand_id = ? and id = ?',
    text,
    editedAt,
    brandId,
    id,
  );
}

export async function deleteNotes(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db.run(
    `delete from work_item_notes where brand_id = ? and id in (${marks(ids)})`,
    brandId,
    ...ids,
  );
}
