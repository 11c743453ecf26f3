// Passkeys (WebAuthn credentials) and the challenges they sign.
import { passkeysPerAccountMax } from '#contract/limits.ts';
import { lockAccount } from '#db/accounts/accounts.ts';
import type { Database } from '#db/database.ts';
import {
  deletePasskey,
  deletePasskeyChallenge,
  findPasskey as findRow,
  findPasskeyChallenge,
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeys as listRows,
  setPasskeyUsed,
} from '#db/accounts/passkeys.ts';
import { findSession } from '#db/accounts/sessions.ts';
import type { PasskeyRow } from '#db/accounts/account-tables.ts';
import type { ActionContext } from '../context.ts';
import { openSession, type OpenedSession, type Visitor } from './sessions.ts';

const challengeMinutes = 5;
const challengeMs = challengeMinutes * 60 * 1000;

/** Stores a challenge for a device to sign; returns its id. */
export async function keepChallenge(
  db: Database,
  { challenge, accountId }: { challenge: string; accountId: string | null },
  context: ActionContext,
): Promise<string> {
  const id = context.newId();
  const expiresAt = context.now() + challengeMs;
  await insertPasskeyChallenge(db, { id, challenge, accountId, expiresAt });
  return id;
}

/** Consumes a challenge. Returns null if it is unknown, used, expired or of another account. */
export function takeChallenge(
  db: Database,
  { id, accountId }: { id: string; accountId: string | null },
  context: ActionContext,
): Promise<string | null> {
  return db.transaction(async (trx) => {
    const found = await findPasskeyChallenge(trx, id);
    if (!found || found.accountId !== accountId) return null;
    const isTaken = await deletePasskeyChallenge(trx, id);
    return isTaken && found.expiresAt > context.now() ? found.challenge : null;
  });
}

export function listPasskeys(
  db: Database,
  { accountId }: { accountId: string },
): Promise<PasskeyRow[]> {
  return listRows(db, accountId);
}

export async function findPasskey(
  db: Database,
  { credentialId }: { credentialId: string },
): Promise<PasskeyRow | null> {
  return (await findRow(db, credentialId)) ?? null;
}

export type NewPasskeyRow = Omit<PasskeyRow, 'id' | 'createdAt' | 'lastUsedAt'>;

export function addPasskey(
  db: Database,
  { tokenHash, ...wanted }: NewPasskeyRow & { tokenHash: string },
  context: ActionContext,
): Promise<PasskeyRow | 'too_many' | 'known_already' | 'signed_out'> {
  return db.transaction(async (trx) => {
    await trx.waitForLocks([`passkey ${wanted.credentialId}`]);
    await lockAccount(trx, wanted.accountId);
    // A concurrent password reset ends the session and removes all passkeys: add none after it.
    if (!(await findSession(trx, tokenHash))) return 'signed_out';
    if (await findRow(trx, wanted.credentialId)) return 'known_already';
    const passkeys = await listRows(trx, wanted.accountId);
    if (passkeys.length >= passkeysPerAccountMax) return 'too_many';
    const id = context.newId();
    const row: PasskeyRow = { ...wanted, id, createdAt: context.now(), lastUsedAt: null };
    await insertPasskey(trx, row);
    return row;
  });
}

/** Returns whether the passkey existed. */
export function removePasskey(
  db: Database,
  passkey: { accountId: string; id: string },
): Promise<boolean> {
  return deletePasskey(db, passkey);
}

/**
 * Opens a session after the signature was verified. Returns `changed` if the passkey was removed or
 * used since, null for an account without a brand.
 */
export function signInWithPasskey(
  db: Database,
  wanted: {
    passkey: Pick<PasskeyRow, 'accountId' | 'id' | 'counter'>;
    newCounter: number;
    visitor: Visitor;
  },
  context: ActionContext,
): Promise<OpenedSession | 'changed' | null> {
  const { passkey, newCounter, visitor } = wanted;
  return db.transaction(async (trx) => {
    const at = context.now();
    if (!(await setPasskeyUsed(trx, passkey, { newCounter, at }))) return 'changed';
    return openSession(trx, { accountId: passkey.accountId, visitor }, context);
  });
}
