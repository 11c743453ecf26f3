// One-time links: to set a password, or to join a brand.
import { columns, type Field } from '../columns.ts';
import type { Database } from '../database.ts';
import { deleteFirst } from '../delete-first.ts';
import type { AccountLinkRow } from './account-tables.ts';

const fields: Field<'accountLinks'>[] = [
  'tokenHash',
  'id',
  'purpose',
  'brandId',
  'accountId',
  'email',
  'role',
  'createdAt',
  'createdBy',
  'expiresAt',
  'emailProofHash',
];
const select = `select ${columns('accountLinks', fields)} from account_links`;

export function insertAccountLink(db: Database, link: AccountLinkRow): Promise<void> {
  return db.insertRows('accountLinks', [link]);
}

export function findAccountLink(
  db: Database,
  tokenHash: string,
): Promise<AccountLinkRow | undefined> {
  return db.first(`${select} where token_hash = ?`, tokenHash);
}

/** Returns whether the link existed: of two concurrent uses only one gets true. */
export async function deleteAccountLink(db: Database, tokenHash: string): Promise<boolean> {
  return (await db.run('delete from account_links where token_hash = ?', tokenHash)) > 0;
}

/** Newest first. */
export function listInvitations(db: Database, brandId: string): Promise<AccountLinkRow[]> {
  return db.all(
    `${select} where brand_id = ? and purpose = 'invitation' order by id desc`,
    brandId,
  );
}

export async function deleteInvitation(
  db: Database,
  { brandId, id }: { brandId: string; id: string },
): Promise<boolean> {
  const deleted = await db.run(
    `delete from account_links where brand_id = ? and purpose = 'invitation' and id = ?`,
    brandId,
    id,
  );
  return deleted > 0;
}

/** Deletes the invitations of a member who may no longer invite. */
export async function deleteInvitationsBy(
  db: Database,
  { brandId, accountId }: { brandId: string; accountId: string },
): Promise<void> {
  await db.run(
    `delete from account_links where brand_id = ? and purpose = 'invitation' and created_by = ?`,
    brandId,
    accountId,
  );
}

/** Deletes the links that a new owner link replaces. */
export async function deleteOwnerLinks(db: Database, brandId: string): Promise<void> {
  await db.run(`delete from account_links where brand_id = ? and purpose = 'owner'`, brandId);
}

export async function deletePasswordLinks(db: Database, accountId: string): Promise<void> {
  await db.run('delete from account_links where account_id = ?', accountId);
}

/** Counts the links that have not expired. */
export async function countPasswordLinks(
  db: Database,
  accountId: string,
  now: number,
): Promise<number> {
  const found = await db.first<{ count: number }>(
    'select count(*) as count from account_links where account_id = ? and expires_at > ?',
    accountId,
    now,
  );
  return found!.count;
}

/** Deletes all but the newest. */
export async function deleteOlderPasswordLinks(
  db: Database,
  accountId: string,
  kept: number,
): Promise<void> {
  await db.run(
    `delete from account_links where account_id = ? and id not in (
      select id from account_links where account_id = ? order by id desc limit ?
    )`,
    accountId,
    accountId,
    kept,
  );
}

export function deleteExpiredLinks(db: Database, now: number, most: number): Promise<number> {
  return deleteFirst(db, { table: 'account_links', by: 'expires_at', before: now, most });
}
