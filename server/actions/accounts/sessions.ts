// The life of a session: opened at sign-in, looked up at every request, ended by whoever it belongs to.
import type { Role } from '#contract/account-lists.ts';
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

/** From where somebody signs in, for the list of their sessions. */
export interface Visitor {
  userAgent: string;
  address: string;
}

export interface OpenedSession {
  /** In this answer and never again. */
  token: string;
  session: SessionRow;
}

/** In the brand that was asked for, or where they were last; null for who belongs to none. */
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

export interface LivingSession {
  id: string;
  tokenHash: string;
  accountId: string;
  brandId: string;
  brandCountry: string;
  role: Role;
  createdAt: number;
  lastUsedAt: number;
}

/** Null when there is none, or its account is no member any more. Its age is the caller's to watch. */
export async function lookUpSession(
  db: Database,
  { tokenHash }: { tokenHash: string },
): Promise<LivingSession | null> {
  const row = await findSession(db, tokenHash);
  if (!row) return null;
  const { userAgent: _userAgent, address: _address, ...session } = row;
  return session;
}

/** Whether somebody with this e-mail address is signed in from there. */
export function hasSessionAt(
  db: Database,
  place: { emailKey: string; address: string },
): Promise<boolean> {
  return hasSessionFrom(db, place);
}

export function readSessionsRevision(db: Database): Promise<number> {
  return sessionsRevision(db);
}

export interface SessionUse {
  tokenHash: string;
  brandId: string;
  accountId: string;
  at: number;
}

export function recordSessionUses(db: Database, uses: readonly SessionUse[]): Promise<void> {
  // In one order, so that servers never wait for each other in a circle.
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

/** Says whether there was one. */
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

/** All but the one with that id. */
export function endOtherSessions(
  db: Database,
  session: { accountId: string; id: string },
): Promise<void> {
  return db.transaction(async (trx) => {
    await deleteOtherSessions(trx, session);
    await sessionsChanged(trx);
  });
}

/** Says whether the account is a member there. */
export function switchBrand(
  db: Database,
  wanted: { tokenHash: string; accountId: string; brandId: string },
  context: ActionContext,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    if (!(await findMember(trx, wanted))) return false;
    const isSwitched = await setSessionBrand(trx, wanted);
    if (!isSwitched) return false;
    // The next sign-in leads here.
    await setMemberSeen(trx, wanted, context.now());
    await sessionsChanged(trx);
    return true;
  });
}
