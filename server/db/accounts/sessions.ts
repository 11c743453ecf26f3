// Sessions of signed-in accounts.
import type { Language, Role } from '#contract/account-lists.ts';
import { columns, type Field } from '../columns.ts';
import type { Database } from '../database.ts';
import { deleteFirst } from '../delete-first.ts';
import { sidesOf } from './brands.ts';
import type { SessionRow } from './account-tables.ts';

const fields: Field<'sessions'>[] = [
  'tokenHash',
  'id',
  'accountId',
  'brandId',
  'createdAt',
  'lastUsedAt',
  'userAgent',
  'address',
];

export function insertSession(db: Database, session: SessionRow): Promise<void> {
  return db.insertRows('sessions', [session]);
}

interface SessionBrand {
  role: Role;
  brandCountry: string;
  brandLanguage: Language | null;
  /** The live brand, for a session on the test side. */
  testOf: string | null;
}

/** Undefined when the account is not a member of the session's brand. */
export function findSession(
  db: Database,
  tokenHash: string,
): Promise<(SessionRow & SessionBrand) | undefined> {
  return db.first(
    `select ${columns('sessions', fields, 's')}, m.role, b.country as "brandCountry",
        b.language as "brandLanguage", b.test_of as "testOf"
      from sessions s
      join brands b on b.id = s.brand_id
      join members m on m.brand_id = coalesce(b.test_of, b.id) and m.account_id = s.account_id
      where s.token_hash = ?`,
    tokenHash,
  );
}

export async function hasSessionFrom(
  db: Database,
  { emailKey, address }: { emailKey: string; address: string },
): Promise<boolean> {
  const found = await db.first(
    `select s.id from accounts a join sessions s on s.account_id = a.id
      where a.email_key = ? and s.address = ? limit 1`,
    emailKey,
    address,
  );
  return found !== undefined;
}

/** Most recently used first. */
export function listSessions(db: Database, accountId: string): Promise<SessionRow[]> {
  return db.all(
    `select ${columns('sessions', fields)} from sessions where account_id = ?
      order by last_used_at desc, id desc`,
    accountId,
  );
}

export async function setSessionUsed(
  db: Database,
  { tokenHash, at }: { tokenHash: string; at: number },
): Promise<void> {
  await db.run('update sessions set last_used_at = ? where token_hash = ?', at, tokenHash);
}

export async function setSessionBrand(
  db: Database,
  { tokenHash, brandId }: Pick<SessionRow, 'tokenHash' | 'brandId'>,
): Promise<boolean> {
  const changed = await db.run(
    'update sessions set brand_id = ? where token_hash = ?',
    brandId,
    tokenHash,
  );
  return changed > 0;
}

// A browser that was signed out shows no more notifications. One whose session expires does: a lead that
// nobody hears of is worse, and the member can remove the browser.
export async function deleteSession(
  db: Database,
  { accountId, id }: Pick<SessionRow, 'accountId' | 'id'>,
): Promise<boolean> {
  await deleteSubscriptions(db, 'account_id = ? and session_id = ?', accountId, id);
  return (await db.run('delete from sessions where account_id = ? and id = ?', accountId, id)) > 0;
}

export async function deleteOtherSessions(
  db: Database,
  { accountId, id }: { accountId: string; id: string | null },
): Promise<void> {
  if (id === null) {
    await deleteSubscriptions(db, 'account_id = ?', accountId);
    await db.run('delete from sessions where account_id = ?', accountId);
  } else {
    const others = 'account_id = ? and (session_id is null or session_id <> ?)';
    await deleteSubscriptions(db, others, accountId, id);
    await db.run('delete from sessions where account_id = ? and id <> ?', accountId, id);
  }
}

async function deleteSubscriptions(db: Database, where: string, ...ids: string[]): Promise<void> {
  await db.run(`delete from push_subscriptions where ${where}`, ...ids);
}

/** On both sides of the live brand. */
export async function deleteSessionsInBrand(
  db: Database,
  { accountId, brandId }: Pick<SessionRow, 'accountId' | 'brandId'>,
): Promise<void> {
  await db.run(
    `delete from sessions where account_id = ? and brand_id in ${sidesOf}`,
    accountId,
    brandId,
    brandId,
  );
}

export function deleteUnusedSessions(
  db: Database,
  { usedBefore, most }: { usedBefore: number; most: number },
): Promise<number> {
  return deleteFirst(db, { table: 'sessions', by: 'last_used_at', before: usedBefore, most });
}

/** Invalidates cached sessions in all processes. */
export async function sessionsChanged(db: Database): Promise<void> {
  await db.run(`update revisions set revision = revision + 1 where subject = 'sessions'`);
  await db.notify('sessions');
}

export async function sessionsRevision(db: Database): Promise<number> {
  const row = await db.first<{ revision: number }>(
    `select revision from revisions where subject = 'sessions'`,
  );
  return row?.revision ?? 0;
}
