// The bodies of refused leads, kept in the request log so that they can be rescued.
import type { Database } from '../database.ts';
import { refusedOnes } from '../requests/logged-requests.ts';

export async function sumRefusedLeads(db: Database, brandId: string): Promise<number> {
  const row = await db.first<{ bytes: number }>(
    `select coalesce(sum(octet_length(body)), 0) as bytes from ${refusedOnes(db.dialect)}
      and body is not null`,
    brandId,
  );
  return Number(row!.bytes);
}

const droppedAtOnceMax = 200;

export interface RefusedLeadsExcess {
  brandId: string;
  /** Requests up to this id have no body left. */
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

/**
 * Deletes the oldest bodies, until enough bytes are freed or the batch is full. The requests stay
 * logged.
 */
export async function dropOldestRefusedLeads(
  db: Database,
  { brandId, afterId, bytes }: RefusedLeadsExcess,
): Promise<DroppedLeads> {
  const oldest = await db.all<{ id: string; bytes: number }>(
    `select id, octet_length(body) as bytes from ${refusedOnes(db.dialect)}
      and body is not null and id > ? order by id limit ?`,
    brandId,
    afterId,
    droppedAtOnceMax,
  );
  let freed = 0;
  const taken = oldest.filter((one) => {
    const isTaken = freed < bytes;
    if (isTaken) freed += one.bytes;
    return isTaken;
  });
  const lastId = taken.at(-1)?.id ?? null;
  if (lastId === null) return { dropped: 0, freed, lastId };
  await db.run(
    `update logged_requests set body = null
      where brand_id = ? and id > ? and id <= ? and body is not null`,
    brandId,
    afterId,
    lastId,
  );
  return { dropped: taken.length, freed, lastId };
}
