// The life of a session: opened at sign-in, looked up at every request, ended by its account.
import { languageOf } from '#core/accounts/language.ts';
import type { Language, Role } from '#contract/account-lists.ts';
import { sessionsPerAccountMax } from '#contract/limits.ts';
import {
  formatToken,
  hashOfToken,
  isSessionOver,
  sessionTokenBytes,
} from '#core/accounts/session-token.ts';
import type { Database } from '#db/database.ts';
import { findLatestMembership, findMember, setMemberSeen } from '#db/accounts/members.ts';
import {
  deleteOtherSessions,
  deleteSession,
  findSession,
  hasSessionFrom,
  insertSession,
  listSessions as listRows,
  sessionsChanged,
  sessionsRevision,
  setSessionBrand,
  setSessionUsed,
} from '#db/accounts/sessions.ts';
import type { SessionRow } from '#db/accounts/account-tables.ts';
import type { ActionContext } from '../context.ts';
import { ensureTestSide } from './brands.ts';

/** The client that signs in, for the account's list of sessions. */
export interface Visitor {
  userAgent: string;
  address: string;
}

export interface OpenedSession {
  /** Returned only this once. */
  token: string;
  session: SessionRow;
}

/** Opens a session in the given brand, or the last one used. Returns null for an account without a brand. */
export async function openSession(
  trx: Database,
  { accountId, brandId, visitor }: { accountId: string; brandId?: string; visitor: Visitor },
  context: ActionContext,
): Promise<OpenedSession | null> {
  const member =
    brandId === undefined
      ? await findLatestMembership(trx, accountId)
      : await findMember(trx, { brandId, accountId });
  if (!member) return null;
  const now = context.now();
  await endOldest(trx, accountId);
  const token = formatToken(context.newSecret(sessionTokenBytes));
  const session: SessionRow = {
    tokenHash: hashOfToken(token),
    id: context.newId(),
    accountId,
    brandId: member.brandId,
    createdAt: now,
    lastUsedAt: now,
    ...visitor,
  };
  await insertSession(trx, session);
  await setMemberSeen(trx, member, now);
  return { token, session };
}

async function endOldest(trx: Database, accountId: string): Promise<void> {
  const sessions = await listRows(trx, accountId);
  const surplus = sessions.slice(sessionsPerAccountMax - 1);
  for (const session of surplus) await deleteSession(trx, session);
  if (surplus.length > 0) await sessionsChanged(trx);
}

export interface ActiveSession {
  id: string;
  tokenHash: string;
  accountId: string;
  brandId: string;
  brandCountry: string;
  /** The live brand, for a session on the test side. */
  testOf: string | null;
  brandLanguage: Language;
  role: Role;
  createdAt: number;
  lastUsedAt: number;
}

/** Returns null for an unknown session or a former member. The caller checks the expiry. */
export async function lookUpSession(
  db: Database,
  { tokenHash }: { tokenHash: string },
): Promise<ActiveSession | null> {
  const row = await findSession(db, tokenHash);
  if (!row) return null;
  const { userAgent: _userAgent, address: _address, ...session } = row;
  return { ...session, brandLanguage: languageOf(row.brandLanguage, row.brandCountry) };
}

/** Returns whether the account with this e-mail address has a session from that client address. */
export function hasSessionAt(
  db: Database,
  client: { emailKey: string; address: string },
): Promise<boolean> {
  return hasSessionFrom(db, client);
}

export function readSessionsRevision(db: Database): Promise<number> {
  return sessionsRevision(db);
}

export interface SessionUse {
  tokenHash: string;
  /** The live brand, which has the members. */
  brandId: string;
  accountId: string;
  at: number;
}

export function recordSessionUses(db: Database, uses: readonly SessionUse[]): Promise<void> {
  // One lock order, so that servers never deadlock.
  const inOrder = uses.toSorted((one, other) => (one.tokenHash < other.tokenHash ? -1 : 1));
  return db.transaction(async (trx) => {
    for (const use of inOrder) await setSessionUsed(trx, use);
    const seen = new Map(inOrder.map((use) => [`${use.brandId} ${use.accountId}`, use]));
    for (const key of [...seen.keys()].toSorted()) {
      const use = seen.get(key)!;
      await setMemberSeen(trx, use, use.at);
    }
  });
}

export async function listSessions(
  db: Database,
  { accountId }: { accountId: string },
  context: ActionContext,
): Promise<Omit<SessionRow, 'tokenHash'>[]> {
  const sessions = await listRows(db, accountId);
  return sessions
    .filter((session) => !isSessionOver(session, context.now()))
    .map(({ tokenHash: _tokenHash, ...session }) => session);
}

/** Returns whether the session existed. */
export function endSession(
  db: Database,
  session: { accountId: string; id: string },
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const isEnded = await deleteSession(trx, session);
    if (isEnded) await sessionsChanged(trx);
    return isEnded;
  });
}

/** Ends all sessions of the account but the one with this id. */
export function endOtherSessions(
  db: Database,
  session: { accountId: string; id: string },
): Promise<void> {
  return db.transaction(async (trx) => {
    await deleteOtherSessions(trx, session);
    await sessionsChanged(trx);
  });
}

interface BrandSwitch {
  tokenHash: string;
  accountId: string;
  /** Either side of the brand. */
  brandId: string;
  /** Opens the test side of that live brand, which is created on first need. */
  isTest: boolean;
}

/** Returns the id of the side that is open now; null when the account is no member of the brand. */
export function switchBrand(
  db: Database,
  { isTest, ...wanted }: BrandSwitch,
  context: ActionContext,
): Promise<string | null> {
  return db.transaction(async (trx) => {
    const member = await findMember(trx, wanted);
    if (!member) return null;
    const testId = isTest && (await ensureTestSide(trx, member, context));
    const brandId = testId || wanted.brandId;
    const isSwitched = await setSessionBrand(trx, { ...wanted, brandId });
    if (!isSwitched) return null;
    // The next sign-in opens this brand, on its live side.
    await setMemberSeen(trx, member, context.now());
    await sessionsChanged(trx);
    return brandId;
  });
}
