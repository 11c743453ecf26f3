import { columns, type Field } from '../columns.ts';
import type { Database } from '../database.ts';
import type { AccountRow } from './account-tables.ts';

const fields: Field<'accounts'>[] = [
  'id',
  'emailKey',
  'email',
  'name',
  'passwordHash',
  'language',
  'createdAt',
  'updatedAt',
  'emailProvenAt',
];
const select = `select ${columns('accounts', fields)} from accounts`;

export function insertAccount(db: Database, account: AccountRow): Promise<void> {
  return db.insertRows('accounts', [account]);
}

export function findAccount(db: Database, id: string): Promise<AccountRow | undefined> {
  return db.first(`${select} where id = ?`, id);
}

/** Row lock, so that concurrent password changes run one after the other. */
export function lockAccount(db: Database, id: string): Promise<AccountRow | undefined> {
  return db.first(`${select} where id = ?${db.dialect.forUpdate}`, id);
}

export function findAccountByEmail(
  db: Database,
  emailKey: string,
): Promise<AccountRow | undefined> {
  return db.first(`${select} where email_key = ?`, emailKey);
}

export async function updateAccount(
  db: Database,
  account: Pick<
    AccountRow,
    'id' | 'name' | 'language' | 'passwordHash' | 'updatedAt' | 'emailProvenAt'
  >,
): Promise<void> {
  await db.run(
    `update accounts set name = ?, language = ?, password_hash = ?, updated_at = ?,
      email_proven_at = ? where id = ?`,
    account.name,
    account.language,
    account.passwordHash,
    account.updatedAt,
    account.emailProvenAt,
    account.id,
  );
}

const tablesOfAccount = [
  'push_subscriptions',
  'notification_settings',
  'sessions',
  'account_links',
  'passkeys',
  'passkey_challenges',
];

/** Deletes everything that belongs to the account; delete its memberships first. */
export async function deleteAccount(db: Database, id: string): Promise<void> {
  for (const table of tablesOfAccount) {
    await db.run(`delete from ${table} where account_id = ?`, id);
  }
  await db.run('delete from accounts where id = ?', id);
}
