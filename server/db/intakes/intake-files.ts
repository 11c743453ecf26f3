import type { IntakeFileRecord } from '#core/records.ts';
import { columns, type Field } from '../columns.ts';
import type { Database } from '../database.ts';
import type { IntakeKey } from './intakes.ts';

const listedFields: Field<'intakeFiles'>[] = [
  'brandId',
  'intakeId',
  'position',
  'name',
  'contentType',
  'sizeBytes',
];

export type ListedFile = Omit<IntakeFileRecord, 'bytes'>;

export function insertIntakeFiles(db: Database, files: readonly IntakeFileRecord[]): Promise<void> {
  return db.insertRows('intakeFiles', files);
}

/** Without their bytes. */
export function findIntakeFiles(db: Database, { brandId, id }: IntakeKey): Promise<ListedFile[]> {
  return db.all(
    `select ${columns('intakeFiles', listedFields)} from intake_files
      where brand_id = ? and intake_id = ? order by position`,
    brandId,
    id,
  );
}

/** Base64; null when it was deleted. */
export async function readIntakeFileBytes(
  db: Database,
  { brandId, intakeId, position }: Pick<IntakeFileRecord, 'brandId' | 'intakeId' | 'position'>,
): Promise<string | null> {
  const row = await db.first<{ bytes: string }>(
    'select bytes from intake_files where brand_id = ? and intake_id = ? and position = ?',
    brandId,
    intakeId,
    position,
  );
  return row?.bytes ?? null;
}

/** The picture is stored elsewhere. */
export async function deleteIntakeFile(
  db: Database,
  { brandId, intakeId, position }: Pick<IntakeFileRecord, 'brandId' | 'intakeId' | 'position'>,
): Promise<void> {
  await db.run(
    'delete from intake_files where brand_id = ? and intake_id = ? and position = ?',
    brandId,
    intakeId,
    position,
  );
}
