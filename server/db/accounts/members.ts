// Members of brands, with their roles.
import type { Role } from '#contract/account-lists.ts';
import { columns, type Field } from '../columns.ts';
import type { Database } from '../database.ts';
import { liveBrandOf } from './brands.ts';
import type { MemberRow } from './account-tables.ts';

const fields: Field<'members'>[] = [
  'brandId',
  'accountId',
  'role',
  'createdAt',
  'createdBy',
  'lastSeenAt',
];

type MemberKey = Pick<MemberRow, 'brandId' | 'accountId'>;

export function insertMember(db: Database, member: MemberRow): Promise<void> {
  return db.insertRows('members', [member]);
}

/** By either side of the brand: the test side has the members of the live brand. */
export function findMember(
  db: Database,
  { brandId, accountId }: MemberKey,
): Promise<MemberRow | undefined> {
  return db.first(
    `select ${columns('members', fields)} from members
      where brand_id = ${liveBrandOf} and account_id = ?`,
    brandId,
    accountId,
  );
}

/** Those of these accounts that are members. */
export function findMemberIds(
  db: Database,
  brandId: string,
  accountIds: readonly string[],
): Promise<Set<string>> {
  return selectMemberIds(db, brandId, accountIds, '');
}

/** The same; they stay members until the transaction ends. */
export function shareMembers(
  db: Database,
  brandId: string,
  accountIds: readonly string[],
): Promise<Set<string>> {
  return selectMemberIds(db, brandId, accountIds, db.dialect.forShare);
}

async function selectMemberIds(
  db: Database,
  brandId: string,
  accountIds: readonly string[],
  ending: string,
): Promise<Set<string>> {
  const rows = await db.allOf<{ accountId: string }>(
    `select account_id as "accountId" from members
      where brand_id = ${liveBrandOf} and account_id = ?${ending}`,
    accountIds.toSorted().map((accountId) => [brandId, accountId]),
  );
  return new Set(rows.map(({ accountId }) => accountId));
}

export interface ListedMember {
  id: string;
  email: string;
  name: string;
  role: Role;
  createdAt: number;
  lastSeenAt: number | null;
  emailProvenAt: number | null;
}

/** Oldest first. */
export function listMembers(db: Database, brandId: string): Promise<ListedMember[]> {
  return db.all(
    `select a.id, a.email, a.name, m.role, m.created_at as "createdAt",
        m.last_seen_at as "lastSeenAt", a.email_proven_at as "emailProvenAt"
      from members m join accounts a on a.id = m.account_id
      where m.brand_id = ? order by m.created_at, a.id`,
    brandId,
  );
}

/** Members who joined by an invitation of that member. */
export function listInvitedBy(
  db: Database,
  { brandId, accountId }: MemberKey,
): Promise<{ id: string; name: string; email: string }[]> {
  return db.all(
    `select a.id, a.name, a.email from members m join accounts a on a.id = m.account_id
      where m.brand_id = ? and m.created_by = ? order by m.created_at, a.id`,
    brandId,
    accountId,
  );
}

interface Membership {
  brandId: string;
  brandName: string;
  role: Role;
}

/** Sorted by the brand's name. */
export function listMemberships(db: Database, accountId: string): Promise<Membership[]> {
  return db.all(
    `select b.id as "brandId", b.name as "brandName", m.role
      from members m join brands b on b.id = m.brand_id
      where m.account_id = ? order by b.name, b.id`,
    accountId,
  );
}

/** The brand where the account was last active; undefined without a membership. */
export function findLatestMembership(
  db: Database,
  accountId: string,
): Promise<MemberRow | undefined> {
  return db.first(
    `select ${columns('members', fields)} from members where account_id = ?
      order by coalesce(last_seen_at, created_at) desc, brand_id limit 1`,
    accountId,
  );
}

export async function countOwners(db: Database, brandId: string): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*) as count from members where brand_id = ? and role = 'owner'`,
    brandId,
  );
  return row!.count;
}

export async function countMembers(db: Database, brandId: string): Promise<number> {
  const row = await db.first<{ count: number }>(
    'select count(*) as count from members where brand_id = ?',
    brandId,
  );
  return row!.count;
}

export async function setMemberRole(
  db: Database,
  { brandId, accountId }: MemberKey,
  role: Role,
): Promise<void> {
  await db.run(
    'update members set role = ? where brand_id = ? and account_id = ?',
    role,
    brandId,
    accountId,
  );
}

export async function setMemberSeen(
  db: Database,
  { brandId, accountId }: MemberKey,
  at: number,
): Promise<void> {
  await db.run(
    'update members set last_seen_at = ? where brand_id = ? and account_id = ?',
    at,
    brandId,
    accountId,
  );
}

export async function deleteMember(db: Database, { brandId, accountId }: MemberKey): Promise<void> {
  await db.run('delete from members where brand_id = ? and account_id = ?', brandId, accountId);
}
