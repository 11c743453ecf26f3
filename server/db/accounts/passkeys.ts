// Passkeys, and the challenges that devices sign.
import { columns, type Field } from '../columns.ts';
import type { Database } from '../database.ts';
import { deleteFirst } from '../delete-first.ts';
import type { PasskeyChallengeRow, PasskeyRow } from './account-tables.ts';

const fields: Field<'passkeys'>[] = [
  'accountId',
  'id',
  'credentialId',
  'publicKey',
  'counter',
  'transports',
  'name',
  'createdAt',
  'lastUsedAt',
];
const select = `select ${columns('passkeys', fields)} from passkeys`;

export function insertPasskey(db: Database, passkey: PasskeyRow): Promise<void> {
  return db.insertRows('passkeys', [passkey]);
}

/** Oldest first. */
export function listPasskeys(db: Database, accountId: string): Promise<PasskeyRow[]> {
  return db.all(`${select} where account_id = ? order by id`, accountId);
}

export function findPasskey(db: Database, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.first(`${select} where credential_id = ?`, credentialId);
}

export async function countPasskeys(db: Database, accountId: string): Promise<number> {
  const row = await db.first<{ count: number }>(
    'select count(*) as count from passkeys where account_id = ?',
    accountId,
  );
  return row!.count;
}

/** Returns false when the counter has changed since the signature was checked. */
export async function setPasskeyUsed(
  db: Database,
  { accountId, id, counter }: Pick<PasskeyRow, 'accountId' | 'id' | 'counter'>,
  { newCounter, at }: { newCounter: number; at: number },
): Promise<boolean> {
  const changed = await db.run(
    `update passkeys set counter = ?, last_used_at = ?
      where account_id = ? and id = ? and counter = ?`,
    newCounter,
    at,
    accountId,
    id,
    counter,
  );
  return changed > 0;
}

export async function deletePasskey(
  db: Database,
  { accountId, id }: Pick<PasskeyRow, 'accountId' | 'id'>,
): Promise<boolean> {
  return (await db.run('delete from passkeys where account_id = ? and id = ?', accountId, id)) > 0;
}

/** Deletes an account's passkeys and its pending challenges. */
export async function deletePasskeysOf(db: Database, accountId: string): Promise<void> {
  await db.run('delete from passkeys where account_id = ?', accountId);
  await db.run('delete from passkey_challenges where account_id = ?', accountId);
}

export function insertPasskeyChallenge(
  db: Database,
  challenge: PasskeyChallengeRow,
): Promise<void> {
  return db.insertRows('passkeyChallenges', [challenge]);
}

export function findPasskeyChallenge(
  db: Database,
  id: string,
): Promise<PasskeyChallengeRow | undefined> {
  return db.first(
    `select ${columns('passkeyChallenges', ['id', 'challenge', 'accountId', 'expiresAt'])}
      from passkey_challenges where id = ?`,
    id,
  );
}

/** Returns whether the challenge existed: it is valid once. */
export async function deletePasskeyChallenge(db: Database, id: string): Promise<boolean> {
  return (await db.run('delete from passkey_challenges where id = ?', id)) > 0;
}

export function deleteExpiredChallenges(db: Database, now: number, most: number): Promise<number> {
  return deleteFirst(db, { table: 'passkey_challenges', by: 'expires_at', before: now, most });
}
