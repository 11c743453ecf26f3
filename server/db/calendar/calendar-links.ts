import { columns, type Field } from '../columns.ts';
import { sidesOf } from '../accounts/brands.ts';
import type { Database } from '../database.ts';
import type { BrandRow, CalendarLinkRow } from '../tables.ts';

const fields: Field<'calendarLinks'>[] = [
  'brandId',
  'id',
  'name',
  'tokenHash',
  'memberId',
  'keyId',
  'createdAt',
  'createdBy',
];

export function insertCalendarLink(db: Database, link: CalendarLinkRow): Promise<void> {
  return db.insertRows('calendarLinks', [link]);
}

/** Oldest first: ids grow with time. */
export function findCalendarLinks(db: Database, brandId: string): Promise<CalendarLinkRow[]> {
  return db.all(
    `select ${columns('calendarLinks', fields)} from calendar_links where brand_id = ? order by id`,
    brandId,
  );
}

export async function deleteCalendarLink(
  db: Database,
  { brandId, id }: Pick<CalendarLinkRow, 'brandId' | 'id'>,
): Promise<boolean> {
  const deleted = await db.run(
    'delete from calendar_links where brand_id = ? and id = ?',
    brandId,
    id,
  );
  return deleted > 0;
}

/** On both sides of the live brand. */
export async function deleteCalendarLinksOf(
  db: Database,
  { brandId, memberId }: { brandId: string; memberId: string },
): Promise<void> {
  await db.run(
    `delete from calendar_links where brand_id in ${sidesOf} and member_id = ?`,
    brandId,
    brandId,
    memberId,
  );
}

interface CalendarOwner {
  linkId: string;
  brandId: string;
  brandName: string;
  country: string;
  timeZone: BrandRow['timeZone'];
}

/** A link works as long as the member who created it is a member. */
export function findCalendarByTokenHash(
  db: Database,
  tokenHash: string,
): Promise<CalendarOwner | undefined> {
  return db.first(
    `select l.id as "linkId", b.id as "brandId", b.name as "brandName", b.country,
        b.time_zone as "timeZone"
      from calendar_links l join brands b on b.id = l.brand_id
      where l.token_hash = ? and (l.member_id is null or exists (
        select 1 from members m
          where m.brand_id = coalesce(b.test_of, b.id) and m.account_id = l.member_id
      ))`,
    tokenHash,
  );
}
