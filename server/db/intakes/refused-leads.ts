// The refused leads of the API, bounded per brand. The log of requests shows them.
import { intakeRowBytes } from '#core/intakes/refused-request.ts';
import { marks } from '../columns.ts';
import type { Database } from '../database.ts';

const bytes = `octet_length(coalesce(lead, '')) + octet_length(coalesce(body, '')) + ${intakeRowBytes}`;
const refused = `intakes where brand_id = ? and source = 'api' and state = 'refused'`;

export async function sumRefusedLeads(db: Database, brandId: string): Promise<number> {
  const row = await db.first<{ bytes: number }>(
    `select coalesce(sum(${bytes}), 0) as bytes from ${refused}`,
    brandId,
  );
  return Number(row!.bytes);
}

const droppedAtOnceMax = 200;

export interface RefusedLeadsExcess {
  brandId: string;
  /** None is left up to this id. */
  afterId: string;
  bytes: number;
}

export interface DroppedLeads {
  dropped: number;
  /** In bytes. */
  freed: number;
  /** Null when there was none. */
  lastId: string | null;
}

/** Deletes the oldest, until enough bytes are freed or the batch is full. */
export async function dropOldestRefusedLeads(
  db: Database,
  { brandId, afterId, bytes: excess }: RefusedLeadsExcess,
): Promise<DroppedLeads> {
  const oldest = await db.all<{ id: string; bytes: number }>(
    `select id, ${bytes} as bytes from ${refused} and id > ? order by id limit ?`,
    brandId,
    afterId,
    droppedAtOnceMax,
  );
  let freed = 0;
  const taken = oldest.filter((one) => {
    const isTaken = freed < excess;
    if (isTaken) freed += one.bytes;
    return isTaken;
  });
  const lastId = taken.at(-1)?.id ?? null;
  if (lastId === null) return { dropped: 0, freed, lastId };
  const dropped = await db.run(
    `delete from ${refused} and id > ? and id <= ?`,
    brandId,
    afterId,
    lastId,
  );
  return { dropped, freed, lastId };
}

export interface KeptLead {
  id: string;
  workItemId: string | null;
}

/** Returns the leads that are kept of these refused requests, by request id. */
export async function findKeptLeads(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<Map<string, KeptLead>> {
  if (ids.length === 0) return new Map();
  const kept = await db.all<KeptLead>(
    `select id, work_item_id as "workItemId" from intakes
      where brand_id = ? and id in (${marks(ids)})`,
    brandId,
    ...ids,
  );
  return new Map(kept.map((lead) => [lead.id, lead]));
}
