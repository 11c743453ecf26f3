// What must survive a power cut, according to the responses in the journal of a JournaledDisk.
import type { Database } from '#db/database.ts';
import type { JournalRecord } from './disk-journal.ts';

export interface AcknowledgedLead {
  id: string;
  /** The response's position in the journal. */
  position: number;
  /** Of its photos, as in the response. */
  storedAssets: string[];
}

/** Leads answered with 201. */
export function acknowledgedIn(records: readonly JournalRecord[]): AcknowledgedLead[] {
  return records
    .filter(({ kind }) => kind === 'answer')
    .map(({ data, position }) => {
      const { id, photos = [] } = JSON.parse(data.toString().split('\r\n\r\n')[1]!);
      const stored = photos.filter(({ status }: { status: string }) => status === 'stored');
      const storedAssets = stored.map(({ assetId }: { assetId: string }) => assetId);
      return { id, position, storedAssets };
    });
}

/** Leads that are missing in the database. */
export async function lostOf(
  db: Database,
  acknowledged: readonly AcknowledgedLead[],
): Promise<AcknowledgedLead[]> {
  const rows = await db.all<{ id: string }>('select id from work_items');
  const stored = new Set(rows.map(({ id }) => id));
  return acknowledged.filter(({ id }) => !stored.has(id));
}

/** Where to cut: right after some responses, and at random moments. */
export function momentsOf(
  records: readonly JournalRecord[],
  count: number,
  random: () => number,
): number[] {
  const answers = records.filter(({ kind }) => kind === 'answer');
  const anyOf = (some: readonly JournalRecord[]) => some[Math.floor(random() * some.length)]!;
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? anyOf(answers).position + 1 : anyOf(records).position,
  );
}
