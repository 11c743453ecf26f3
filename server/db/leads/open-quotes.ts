import type { Database } from '../database.ts';

export interface OpenQuotes {
  quotes: number;
  /** Of these, quotes with an estimated cost. */
  priced: number;
  cents: number;
  /** More quotes exist than were counted. */
  isMore: boolean;
}

/** The newest leads whose quote was sent, and what they add up to. */
export async function sumOpenQuotes(
  db: Database,
  { brandId, most }: { brandId: string; most: number },
): Promise<OpenQuotes> {
  const row = await db.first<Omit<OpenQuotes, 'isMore'>>(
    `select count(*) as quotes, count(estimated_cost) as priced,
        cast(coalesce(sum(estimated_cost), 0) as bigint) as cents
      from (select estimated_cost from work_items
        where brand_id = ? and status = 'quote_sent' and deleted_at is null and archived_at is null
        order by created_at desc, id desc limit ?) quotes`,
    brandId,
    most,
  );
  return { ...row!, isMore: row!.quotes === most };
}
