// Who works for a brand: listed, given another role, sent away. A brand always has an owner.
import type { Role } from '#contract/account-lists.ts';
import { deleteInvitationsBy } from '#db/account-links.ts';
import { deleteCalendarLinksOf } from '#db/calendar-links.ts';
import { deleteAccount, holdAccount } from '#db/accounts.ts';
import type { Database } from '#db/database.ts';
import {
  countOwners,
  deleteMember,
  findMember,
  type ListedMember,
  listMembers as listRows,
  listMemberships,
  setMemberRole,
} from '#db/members.ts';
import { deleteSessionsInBrand, sessionsChanged } from '#db/sessions.ts';
import type { MemberRow } from '#db/account-tables.ts';

type MemberOutcome = 'done' | 'missing' | 'last_owner';

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

/** With the role of an owner go the invitations that were made with it. */
export function changeRole(
  db: Database,
  { role, ...key }: MemberKey & { role: Role },
): Promise<MemberOutcome> {
  return withMember(db, key, role !== 'owner', async (trx, member) => {
    await setMemberRole(trx, member, role);
    if (role !== 'owner') await deleteInvitationsBy(trx, member);
    await sessionsChanged(trx);
  });
}

/** Their sessions in the brand and their invitations end; who is in no brand any more is forgotten. */
export function removeMember(db: Database, key: MemberKey): Promise<MemberOutcome> {
  return withMember(db, key, true, async (trx, member) => {
    await deleteMember(trx, member);
    await deleteSessionsInBrand(trx, member);
    await deleteInvitationsBy(trx, member);
    const { brandId, accountId } = member;
    await deleteCalendarLinksOf(trx, { brandId, memberId: accountId });
    // Another brand may take them in, or send them away, at this moment.
    await holdAccount(trx, member.accountId);
    const memberships = await listMemberships(trx, member.accountId);
    if (memberships.length === 0) await deleteAccount(trx, member.accountId);
    await sessionsChanged(trx);
  });
}

function withMember(
  db: Database,
  key: MemberKey,
  takesOwnerAway: boolean,
  work: (trx: Database, member: MemberRow) => Promise<void>,
): Promise<MemberOutcome> {
  return db.transaction(async (trx) => {
    // Two owners who send each other away at once would leave none.
    await trx.waitForLocks([`owners ${key.brandId}`, `invitations ${key.brandId}`]);
    const member = await findMember(trx, key);
    if (!member) return 'missing';
    const isLastOwner = member.role === 'owner' && (await countOwners(trx, key.brandId)) === 1;
    if (isLastOwner && takesOwnerAway) return 'last_owner';
    await work(trx, member);
    return 'done';
  });
}
