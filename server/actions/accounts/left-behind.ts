// Keys, webhooks and calendar links that outlive their creator's membership: listed, and revoked on request.
import { type LeftItem, leftBehindBy, undecided } from '#core/accounts/left-behind.ts';
import { systemAuthor } from '#core/author.ts';
import { listApiKeys } from '#db/accounts/api-keys.ts';
import { sideIdsOf } from '#db/accounts/brands.ts';
import { deleteCalendarLink, findCalendarLinks } from '#db/calendar/calendar-links.ts';
import type { Database } from '#db/database.ts';
import { findMember, listInvitedBy } from '#db/accounts/members.ts';
import { listEndpoints } from '#db/webhooks/webhook-endpoints.ts';
import type { MemberRow } from '#db/accounts/account-tables.ts';
import type { ActionContext } from '../context.ts';
import { lockKeys } from '../still-allowed.ts';
import { deleteWebhook } from '../webhooks/webhooks.ts';
import { revokeApiKey } from './api-keys.ts';

interface MemberKey {
  brandId: string;
  accountId: string;
}

/** Ids of the items to revoke and to keep. */
export interface Decisions {
  revoke: readonly string[];
  keep: readonly string[];
}

interface LeftBehind {
  items: LeftItem[];
  /** Members they invited, who stay. */
  invited: { id: string; name: string; email: string }[];
}

/** Returns null for an unknown member. */
export async function listLeftBehind(
  db: Database,
  key: MemberKey,
  context: ActionContext,
): Promise<LeftBehind | null> {
  const member = await findMember(db, key);
  if (!member) return null;
  const items = await leftBehind(db, member, context);
  return { items, invited: await listInvitedBy(db, key) };
}

/** On both sides of the brand. */
async function leftBehind(
  db: Database,
  { brandId, accountId, role }: MemberRow,
  context: ActionContext,
): Promise<LeftItem[]> {
  const member = { accountId, isOwner: role === 'owner', now: context.now() };
  const keys = [];
  const endpoints = [];
  const links = [];
  for (const sideId of await sideIdsOf(db, brandId)) {
    keys.push(...(await listApiKeys(db, sideId)));
    endpoints.push(...(await listEndpoints(db, sideId)));
    links.push(...(await findCalendarLinks(db, sideId)));
  }
  return leftBehindBy(member, { keys, endpoints, links });
}

/** Revokes what was decided. Returns undecided items, perhaps created since; then nothing is revoked. */
export async function settleLeftBehind(
  trx: Database,
  member: MemberRow,
  decisions: Decisions,
  context: ActionContext,
): Promise<LeftItem[]> {
  await lockKeys(trx, member.brandId);
  const items = await leftBehind(trx, member, context);
  const open = undecided(items, decisions);
  if (open.length > 0) return open;
  const revoked = items.filter((item) => decisions.revoke.includes(item.id));
  for (const { kind, brandId, id } of revoked) {
    if (kind === 'key') await revokeApiKey(trx, { id }, context);
    if (kind === 'calendarLink') await deleteCalendarLink(trx, { brandId, id });
    if (kind === 'webhook') {
      await deleteWebhook(trx, { brandId, id, author: systemAuthor, versions: null }, context);
    }
  }
  return [];
}
