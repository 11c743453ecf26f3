// Intakes with what the senders wrote, for the erasure and the export of a person.
import type { WrittenIntake } from '#core/intakes/texts-of-intake.ts';
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';

const fields: Field<'intakes'>[] = [
  'id',
  'workItemId',
  'lead',
  'sent',
  'refusal',
  'body',
  'bodyEncoding',
];
const lengths = ['lead', 'sent', 'body'].map((text) => `coalesce(octet_length(${text}), 0)`);

// A chunk is read quickly; a mail can be larger, and is then a chunk of its own.
const chunkBytesMax = 256 * 1024;
const chunkIntakesMax = 200;

interface WrittenChunk {
  intakes: WrittenIntake[];
  isLast: boolean;
}

/** A chunk, oldest first. */
export async function findWrittenIntakes(
  db: Database,
  { brandId, afterId }: { brandId: string; afterId: string },
): Promise<WrittenChunk> {
  const sizes = await db.all<{ id: string; bytes: number }>(
    `select id, ${lengths.join(' + ')} as bytes from intakes
      where brand_id = ? and id > ? order by id limit ?`,
    brandId,
    afterId,
    chunkIntakesMax,
  );
  let bytes = 0;
  const taken = sizes.filter(
    (size, index) => (bytes += size.bytes) <= chunkBytesMax || index === 0,
  );
  if (taken.length === 0) return { intakes: [], isLast: true };
  const intakes = await db.all<WrittenIntake>(
    `select ${columns('intakes', fields)} from intakes
      where brand_id = ? and id > ? and id <= ? order by id`,
    brandId,
    afterId,
    taken.at(-1)!.id,
  );
  return { intakes, isLast: taken.length === sizes.length && sizes.length < chunkIntakesMax };
}

/** With their files. */
export async function deleteIntakes(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db.run(`delete from intakes where brand_id = ? and id in (${marks(ids)})`, brandId, ...ids);
}
