// Calendar links: secret URLs at which phones subscribe to the jobs.
import { calendarLinksMax } from '#contract/limits.ts';
import { hashOfToken } from '#core/accounts/session-token.ts';
import { formatCalendarToken } from '#core/calendar/calendar-token.ts';
import { findBrand } from '#db/accounts/brands.ts';
import {
  deleteCalendarLink,
  findCalendarLinks,
  insertCalendarLink,
} from '#db/calendar/calendar-links.ts';
import type { Database } from '#db/database.ts';
import type { CalendarLinkRow } from '#db/tables.ts';
import { isStillAllowed } from '../still-allowed.ts';
import type { ActionContext } from '../context.ts';

/** A link without its token. */
export type CalendarLinkInfo = Omit<CalendarLinkRow, 'tokenHash'>;

type CreatedLink =
  /** The token is returned only this once. */
  | { outcome: 'created'; link: CalendarLinkInfo; token: string }
  | { outcome: 'too_many' }
  /** The member was removed or the key revoked during the request. */
  | { outcome: 'not_allowed' }
  | { outcome: 'no_brand' };

// More bytes than characters: rejection sampling skips some.
const tokenBytes = 80;

export function createCalendarLink(
  db: Database,
  {
    brandId,
    name,
    memberId,
    keyId = null,
  }: { brandId: string; name: string; memberId: string | null; keyId?: string | null },
  context: ActionContext,
): Promise<CreatedLink> {
  return db.transaction(async (trx) => {
    if (!(await findBrand(trx, brandId))) return { outcome: 'no_brand' };
    const actor = memberId === null ? 'key' : 'member';
    const author = { actor, actorId: memberId ?? keyId } as const;
    if (!(await isStillAllowed(trx, { brandId, author, role: 'member' }, context))) {
      return { outcome: 'not_allowed' };
    }
    await trx.waitForLocks([`calendar links ${brandId}`]);
    const links = await findCalendarLinks(trx, brandId);
    if (links.length >= calendarLinksMax) return { outcome: 'too_many' };
    const token = formatCalendarToken(context.newSecret(tokenBytes));
    const row: CalendarLinkRow = {
      brandId,
      id: context.newId(),
      name,
      tokenHash: hashOfToken(token),
      memberId,
      keyId,
      createdAt: context.now(),
      createdBy: memberId,
    };
    await insertCalendarLink(trx, row);
    return { outcome: 'created', link: infoOf(row), token };
  });
}

interface LinksOf {
  brandId: string;
  /** Only the links of this member. */
  memberId?: string;
}

export async function listCalendarLinks(
  db: Database,
  { brandId, memberId }: LinksOf,
): Promise<CalendarLinkInfo[]> {
  const links = await findCalendarLinks(db, brandId);
  return links.filter((link) => isOf(memberId, link)).map(infoOf);
}

/** Returns whether the link existed. */
export function revokeCalendarLink(
  db: Database,
  { id, ...of }: LinksOf & { id: string },
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const links = await listCalendarLinks(trx, of);
    const isThere = links.some((link) => link.id === id);
    return isThere && deleteCalendarLink(trx, { brandId: of.brandId, id });
  });
}

function isOf(memberId: string | undefined, link: CalendarLinkRow): boolean {
  return memberId === undefined || link.memberId === memberId;
}

function infoOf({ tokenHash: _tokenHash, ...link }: CalendarLinkRow): CalendarLinkInfo {
  return link;
}
