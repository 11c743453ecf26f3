// Accounts: profile, password and sign-in.
import type { Language, Role } from '#contract/account-lists.ts';
import { emailKeyOf } from '#core/customers/match-keys.ts';
import { languageOf } from '#core/accounts/language.ts';
import type { WorkingHours } from '#contract/working-hours.ts';
import { answerMinutesOf, workingHoursOf } from '#core/notifications/brand-settings.ts';
import { timeZoneOf } from '#core/time-zone.ts';
import {
  findAccount,
  findAccountByEmail,
  lockAccount,
  insertAccount,
  updateAccount,
} from '#db/accounts/accounts.ts';
import { findBrand } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import { lastPosition } from '#db/events/events.ts';
import { listMemberships } from '#db/accounts/members.ts';
import { countPasskeys, deletePasskeysOf } from '#db/accounts/passkeys.ts';
import { deleteOtherSessions, sessionsChanged } from '#db/accounts/sessions.ts';
import type { ActionContext } from '../context.ts';
import { openSession, type OpenedSession, type Visitor } from './sessions.ts';

interface NewAccount {
  /** The account's first brand, whose language is the default. */
  brandId: string;
  email: string;
  name: string;
  language: Language | null;
  passwordHash: string;
  isEmailProven: boolean;
}

/** Returns the new id; null when the address already has an account. */
export async function createAccount(
  trx: Database,
  { brandId, email, name, language, passwordHash, isEmailProven }: NewAccount,
  context: ActionContext,
): Promise<string | null> {
  const emailKey = emailKeyOf(email)!;
  await trx.waitForLocks([`account ${emailKey}`]);
  if (await findAccountByEmail(trx, emailKey)) return null;
  const brand = await findBrand(trx, brandId);
  const now = context.now();
  const id = context.newId();
  await insertAccount(trx, {
    id,
    emailKey,
    email,
    name,
    passwordHash,
    language: language ?? languageOf(brand!.language, brand!.country),
    createdAt: now,
    updatedAt: now,
    emailProvenAt: isEmailProven ? now : null,
  });
  return id;
}

/** Returns the hash to check a password against; null for an unknown address. */
export async function findSignIn(
  db: Database,
  { emailKey }: { emailKey: string },
): Promise<{ accountId: string; passwordHash: string | null } | null> {
  const account = await findAccountByEmail(db, emailKey);
  return account ? { accountId: account.id, passwordHash: account.passwordHash } : null;
}

/**
 * Opens a session after the password was verified. Returns `changed` if it was changed since, null for
 * an account without a brand.
 */
export function signIn(
  db: Database,
  wanted: { accountId: string; passwordHash: string; visitor: Visitor },
  context: ActionContext,
): Promise<OpenedSession | 'changed' | null> {
  return db.transaction(async (trx) => {
    const account = await lockAccount(trx, wanted.accountId);
    if (account?.passwordHash !== wanted.passwordHash) return 'changed';
    const { accountId, visitor } = wanted;
    return openSession(trx, { accountId, visitor }, context);
  });
}

interface NewPassword {
  accountId: string;
  /** The hash that was verified. */
  oldHash: string;
  newHash: string;
  /** The session that stays; all others end. Undefined when the same password is only rehashed. */
  sessionId?: string;
  /** An intruder may have added a passkey. */
  removePasskeys?: boolean;
}

/** Returns false when the password was changed concurrently. */
export function changePassword(
  db: Database,
  { accountId, oldHash, newHash, sessionId, removePasskeys = false }: NewPassword,
  context: ActionContext,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const account = await lockAccount(trx, accountId);
    if (account?.passwordHash !== oldHash) return false;
    const updatedAt = context.now();
    await updateAccount(trx, { ...account, passwordHash: newHash, updatedAt });
    // Passkeys first: deleting them waits for a concurrent sign-in, whose session is then deleted too.
    if (removePasskeys) await deletePasskeysOf(trx, accountId);
    if (sessionId !== undefined) {
      await deleteOtherSessions(trx, { accountId, id: sessionId });
      await sessionsChanged(trx);
    }
    return true;
  });
}

export function patchAccount(
  db: Database,
  { accountId, ...changes }: { accountId: string; name?: string; language?: Language },
  context: ActionContext,
): Promise<void> {
  return db.transaction(async (trx) => {
    const account = await lockAccount(trx, accountId);
    if (account) await updateAccount(trx, { ...account, ...changes, updatedAt: context.now() });
  });
}

interface Profile {
  account: {
    id: string;
    email: string;
    name: string;
    language: Language;
    passwordHash: string | null;
    passkeys: number;
    isEmailProven: boolean;
  };
  brand: {
    id: string;
    /** The live brand; another id than `id` on the test side. */
    liveId: string;
    isTest: boolean;
    name: string;
    country: string;
    language: Language;
    timeZone: string;
    workingHours: WorkingHours;
    /** Zero for never. */
    answerMinutes: number;
    trade: string | null;
    colour: string | null;
  };
  brands: { id: string; name: string; role: Role }[];
  /** Number of the brand's latest event. Later reads include the changes up to it. */
  eventsUpTo: number;
}

/** The profile of the signed-in member; null when the account was deleted. */
export async function readProfile(
  db: Database,
  { accountId, brandId }: { accountId: string; brandId: string },
): Promise<Profile | null> {
  const account = await findAccount(db, accountId);
  const brand = await findBrand(db, brandId);
  if (!account || !brand) return null;
  const { id, email, name, language, passwordHash, emailProvenAt } = account;
  const isEmailProven = emailProvenAt !== null;
  const passkeys = await countPasskeys(db, accountId);
  const memberships = await listMemberships(db, accountId);
  return {
    account: { id, email, name, language, passwordHash, passkeys, isEmailProven },
    brand: {
      id: brand.id,
      liveId: brand.testOf ?? brand.id,
      isTest: brand.testOf !== null,
      name: brand.name,
      country: brand.country,
      language: languageOf(brand.language, brand.country),
      timeZone: timeZoneOf(brand.timeZone, brand.country),
      workingHours: workingHoursOf(brand),
      answerMinutes: answerMinutesOf(brand),
      trade: brand.trade,
      colour: brand.colour,
    },
    brands: memberships.map((one) => ({ id: one.brandId, name: one.brandName, role: one.role })),
    eventsUpTo: await lastPosition(db, brandId),
  };
}
