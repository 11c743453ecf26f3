// Lists members, changes their roles and removes them. A brand always has an owner.
import type { Role } from '#contract/account-lists.ts';
import { deleteInvitationsBy } from '#db/accounts/account-links.ts';
import { deleteCalendarLinksOf } from '#db/calendar/calendar-links.ts';
import { liveBrandIdOf, sideIdsOf } from '#db/accounts/brands.ts';
import { deleteAccount, lockAccount } from '#db/accounts/accounts.ts';
import type { Database } from '#db/database.ts';
import {
  countOwners,
  deleteMember,
  findMember,
  type ListedMember,
  listMembers as listRows,
  listMemberships,
  setMemberRole,
} from '#db/accounts/members.ts';
import { deleteNotificationSettings } from '#db/notifications/notification-settings.ts';
import { deleteSessionsInBrand, sessionsChanged } from '#db/accounts/sessions.ts';
import type { MemberRow } from '#db/accounts/account-tables.ts';
import {
  deleteFormerMember,
  insertFormerMember,
  listFormerMembers,
} from '#db/accounts/former-members.ts';
import { unassignJob } from '#core/work-items/assignee.ts';
import { enqueueJobs } from '#db/jobs/jobs.ts';
import type { LeftItem } from '#core/accounts/left-behind.ts';
import type { ActionContext } from '../context.ts';
import { type Decisions, settleLeftBehind } from './left-behind.ts';

export type MemberOutcome =
  | 'done'
  | 'missing'
  | 'last_owner'
  /** Some keys, webhooks or calendar links would keep working, and the request does not say what to do with them. */
  | { undecided: LeftItem[] };

interface MemberKey {
  brandId: string;
  accountId: string;
}

export function listMembers(
  db: Database,
  { brandId }: { brandId: string },
): Promise<ListedMember[]> {
  return listRows(db, brandId);
}

/** Returns current and former members, of either side: records still refer to both. */
export async function listPeople(
  db: Database,
  { brandId }: { brandId: string },
): Promise<{ id: string; name: string; hasLeft: boolean }[]> {
  const liveId = await liveBrandIdOf(db, brandId);
  const members = await listRows(db, liveId);
  const ids = new Set(members.map(({ id }) => id));
  const former = (await listFormerMembers(db, liveId)).filter((one) => !ids.has(one.accountId));
  return [
    ...members.map(({ id, name }) => ({ id, name, hasLeft: false })),
    ...former.map(({ accountId: id, name }) => ({ id, name, hasLeft: true })),
  ];
}

/** An owner who becomes a member loses their invitations, and the items listed in `revoke`. */
export function changeRole(
  db: Database,
  { role, revoke, keep, ...key }: MemberKey & { role: Role } & Decisions,
  context: ActionContext,
): Promise<MemberOutcome> {
  return withMember(db, key, role !== 'owner', async (trx, member) => {
    if (role !== 'owner' && member.role === 'owner') {
      const open = await settleLeftBehind(trx, member, { revoke, keep }, context);
      if (open.length > 0) return { undecided: open };
    }
    await setMemberRole(trx, member, role);
    if (role !== 'owner') await deleteInvitationsBy(trx, member);
    await sessionsChanged(trx);
    return 'done';
  });
}

/**
 * Ends the member's sessions in the brand, their invitations and their calendar links. An account
 * without any brand is deleted; its name is kept for the records that refer to it.
 */
export function removeMember(
  db: Database,
  { revoke, keep, ...key }: MemberKey & Decisions,
  context: ActionContext,
): Promise<MemberOutcome> {
  return withMember(db, key, true, async (trx, member) => {
    const open = await settleLeftBehind(trx, member, { revoke, keep }, context);
    if (open.length > 0) return { undecided: open };
    // Another brand may add or remove the same account concurrently.
    const account = await lockAccount(trx, member.accountId);
    const name = account?.name ?? '';
    await insertFormerMember(trx, { ...key, name, leftAt: context.now() });
    await deleteMember(trx, member);
    await deleteSessionsInBrand(trx, member);
    await deleteNotificationSettings(trx, member);
    await deleteInvitationsBy(trx, member);
    const { brandId, accountId } = member;
    await deleteCalendarLinksOf(trx, { brandId, memberId: accountId });
    await unassign(trx, member, context);
    const memberships = await listMemberships(trx, member.accountId);
    if (memberships.length === 0) await deleteAccount(trx, member.accountId);
    await sessionsChanged(trx);
    return 'done';
  });
}

/** Finished work keeps their name. On both sides of the brand. */
async function unassign(trx: Database, member: MemberRow, context: ActionContext): Promise<void> {
  const { accountId } = member;
  const now = context.now();
  const sides = await sideIdsOf(trx, member.brandId);
  await enqueueJobs(
    trx,
    sides.map((brandId) => unassignJob({ brandId, accountId }, { id: context.newId(), now })),
  );
}

/** Purges the name of a former member. Returns whether there was one. */
export function forgetFormerMember(db: Database, key: MemberKey): Promise<boolean> {
  return deleteFormerMember(db, key);
}

function withMember(
  db: Database,
  key: MemberKey,
  losesOwner: boolean,
  work: (trx: Database, member: MemberRow) => Promise<MemberOutcome>,
): Promise<MemberOutcome> {
  return db.transaction(async (trx) => {
    // Two owners who remove each other concurrently would leave none.
    await trx.waitForLocks([`owners ${key.brandId}`, `invitations ${key.brandId}`]);
    const member = await findMember(trx, key);
    if (!member) return 'missing';
    const isLastOwner = member.role === 'owner' && (await countOwners(trx, key.brandId)) === 1;
    if (isLastOwner && losesOwner) return 'last_owner';
    return work(trx, member);
  });
}
