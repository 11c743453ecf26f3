// Uses an account link: creates the account if needed, adds the member, and signs them in.
import type { Language } from '#contract/account-lists.ts';
import { membersPerBrandMax } from '#contract/limits.ts';
import { emailKeyOf } from '#core/customers/match-keys.ts';
import {
  deleteAccountLink,
  deletePasswordLinks,
  findAccountLink,
} from '#db/accounts/account-links.ts';
import { lockAccount, updateAccount } from '#db/accounts/accounts.ts';
import type { Database } from '#db/database.ts';
import { countMembers, findMember, insertMember, setMemberRole } from '#db/accounts/members.ts';
import { deletePasskeysOf } from '#db/accounts/passkeys.ts';
import { deleteOtherSessions, sessionsChanged } from '#db/accounts/sessions.ts';
import type { AccountLinkRow, AccountRow } from '#db/accounts/account-tables.ts';
import { isLinkExpired, provesEmail } from './account-links.ts';
import { createAccount } from './accounts.ts';
import type { ActionContext } from '../context.ts';
import { tellNewMember } from '../notifications/settings.ts';
import { openSession, type OpenedSession, type Visitor } from './sessions.ts';

export type LinkUser =
  /** Authenticated as this account: by the password with this hash, or by a session (null). */
  | { kind: 'known'; accountId: string; checkedHash: string | null }
  /** A null language means the brand's. */
  | { kind: 'new'; email: string; name: string; language: Language | null; passwordHash: string }
  /** Proves by the mailed token that the account's unverified address is theirs. */
  | { kind: 'claim'; accountId: string; name: string | null; passwordHash: string }
  | { kind: 'password'; passwordHash: string };

type LinkUse =
  | ({ outcome: 'opened' } & OpenedSession)
  /** `changed`: the account was created, changed or deleted since the link was read. */
  | { outcome: 'gone' | 'changed' | 'too_many' | 'no_brand' };

/** Rolls the transaction back, so that the link stays valid. */
class LinkNotUsed extends Error {
  readonly outcome: 'changed' | 'too_many';

  constructor(outcome: 'changed' | 'too_many') {
    super(outcome);
    this.outcome = outcome;
  }
}

export async function useAccountLink(
  db: Database,
  wanted: { tokenHash: string; proofHash?: string | null; user: LinkUser; visitor: Visitor },
  context: ActionContext,
): Promise<LinkUse> {
  const { tokenHash, proofHash = null, user, visitor } = wanted;
  try {
    return await db.transaction(async (trx): Promise<LinkUse> => {
      const link = await findAccountLink(trx, tokenHash);
      // Removing an owner deletes their invitations under the same lock, so this lock comes first.
      if (link?.brandId) await trx.waitForLocks([`owners ${link.brandId}`]);
      // Lock order: the account before its links. Setting a password deletes all of them, and two links
      // may be used concurrently.
      if (link?.accountId) await lockAccount(trx, link.accountId);
      const isTaken = link && (await deleteAccountLink(trx, tokenHash));
      if (!isTaken || isLinkExpired(link, context.now())) return { outcome: 'gone' };
      const accountId =
        user.kind === 'password'
          ? await replacePassword(trx, link, user.passwordHash, context)
          : await join(trx, link, { user, isProven: provesEmail(link, proofHash) }, context);
      const brandId = link.brandId ?? undefined;
      const opened = await openSession(
        trx,
        { accountId, visitor, ...(brandId && { brandId }) },
        context,
      );
      return opened ? { outcome: 'opened', ...opened } : { outcome: 'no_brand' };
    });
  } catch (error) {
    if (error instanceof LinkNotUsed) return { outcome: error.outcome };
    throw error;
  }
}

/** Ends all access by the old password, by passkeys and by open sessions. */
async function replacePassword(
  trx: Database,
  { purpose, accountId }: AccountLinkRow,
  passwordHash: string,
  context: ActionContext,
): Promise<string> {
  const account = accountId === null ? undefined : await lockAccount(trx, accountId);
  if (purpose !== 'password' || !account) throw new LinkNotUsed('changed');
  return setPassword(trx, account, passwordHash, context);
}

/** The link came by mail or from the operator, so using it verifies the address. */
async function setPassword(
  trx: Database,
  account: AccountRow,
  passwordHash: string,
  context: ActionContext,
): Promise<string> {
  const now = context.now();
  const emailProvenAt = account.emailProvenAt ?? now;
  await updateAccount(trx, { ...account, passwordHash, updatedAt: now, emailProvenAt });
  await deletePasswordLinks(trx, account.id);
  // Passkeys first: deleting them waits for a concurrent sign-in, whose session is then deleted too.
  await deletePasskeysOf(trx, account.id);
  await deleteOtherSessions(trx, { accountId: account.id, id: null });
  await sessionsChanged(trx);
  return account.id;
}

async function join(
  trx: Database,
  link: AccountLinkRow,
  { user, isProven }: { user: Exclude<LinkUser, { kind: 'password' }>; isProven: boolean },
  context: ActionContext,
): Promise<string> {
  const { brandId, role } = link;
  if (brandId === null || role === null) throw new LinkNotUsed('changed');
  const accountId = await accountOf(trx, link, { user, isProven }, context);
  if (accountId === null) throw new LinkNotUsed('changed');
  const member = await findMember(trx, { brandId, accountId });
  if (member) {
    // An invitation never lowers a role.
    if (role === 'owner' && member.role !== 'owner') {
      await setMemberRole(trx, member, role);
      await sessionsChanged(trx);
    }
    return accountId;
  }
  if ((await countMembers(trx, brandId)) >= membersPerBrandMax) throw new LinkNotUsed('too_many');
  const { createdBy } = link;
  const createdAt = context.now();
  await insertMember(trx, { brandId, accountId, role, createdAt, createdBy, lastSeenAt: null });
  await tellNewMember(trx, { brandId, accountId }, context);
  return accountId;
}

/** Returns null when the address has got an account since. */
async function accountOf(
  trx: Database,
  link: AccountLinkRow,
  { user, isProven }: { user: Exclude<LinkUser, { kind: 'password' }>; isProven: boolean },
  context: ActionContext,
): Promise<string | null> {
  if (user.kind === 'new') {
    const { brandId, email } = link;
    const wanted = { ...user, brandId: brandId!, email: email ?? user.email };
    return createAccount(trx, { ...wanted, isEmailProven: isProven }, context);
  }
  if (user.kind === 'claim') return claim(trx, link, { user, isProven }, context);
  const account = await sameAccount(trx, link, user);
  if (isProven && account.emailProvenAt === null) {
    await updateAccount(trx, { ...account, emailProvenAt: context.now() });
    // Signs out anyone who registered this address without owning it.
    await deletePasskeysOf(trx, account.id);
    await deleteOtherSessions(trx, { accountId: account.id, id: null });
    await sessionsChanged(trx);
  }
  return account.id;
}

/** Takes over an account with an unverified address. Memberships stay; the old credentials end. */
async function claim(
  trx: Database,
  { email }: AccountLinkRow,
  {
    user: { accountId, name, passwordHash },
    isProven,
  }: { user: Extract<LinkUser, { kind: 'claim' }>; isProven: boolean },
  context: ActionContext,
): Promise<string> {
  const account = await lockAccount(trx, accountId);
  const isForAccount = email !== null && account?.emailKey === emailKeyOf(email);
  if (!isForAccount || !isProven || account.emailProvenAt !== null)
    throw new LinkNotUsed('changed');
  return setPassword(trx, { ...account, name: name ?? account.name }, passwordHash, context);
}

async function sameAccount(
  trx: Database,
  { email }: AccountLinkRow,
  { accountId, checkedHash }: Extract<LinkUser, { kind: 'known' }>,
): Promise<AccountRow> {
  const account = await lockAccount(trx, accountId);
  const isForAccount = email === null || account?.emailKey === emailKeyOf(email);
  const isProved = checkedHash === null || account?.passwordHash === checkedHash;
  if (!account || !isForAccount || !isProved) throw new LinkNotUsed('changed');
  return account;
}
