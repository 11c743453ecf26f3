// Somebody follows their link: they get an account if they have none, become a member, and are signed in.
import type { Language } from '#contract/account-lists.ts';
import { membersPerBrandMax } from '#contract/limits.ts';
import { emailKeyOf } from '#core/customers/customer-matching.ts';
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
import { isLinkOver, provesEmail } from './account-links.ts';
import { createAccount } from './accounts.ts';
import type { ActionContext } from '../context.ts';
import { openSession, type OpenedSession, type Visitor } from './sessions.ts';

export type LinkUser =
  /** Who has proved to be this account: by the password of that hash, or being signed in (null). */
  | { kind: 'known'; accountId: string; checkedHash: string | null }
  /** Without a language, the brand's is theirs. */
  | { kind: 'new'; email: string; name: string; language: Language | null; passwordHash: string }
  /** Who proves by the mail that the address of this account, which nobody proved before, is theirs. */
  | { kind: 'claim'; accountId: string; name: string | null; passwordHash: string }
  | { kind: 'password'; passwordHash: string };

type LinkUse =
  | ({ outcome: 'opened' } & OpenedSession)
  /** `changed`: the account came or went since the link was looked at. */
  | { outcome: 'gone' | 'changed' | 'too_many' | 'no_brand' };

class Undone extends Error {
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
      // Whoever sends an owner away takes back their invitations under the same lock, so it comes first.
      if (link?.brandId) await trx.waitForLocks([`owners ${link.brandId}`]);
      // The account is locked before its links: setting a password deletes all of them, and two links may be used at once.
      if (link?.accountId) await lockAccount(trx, link.accountId);
      const isTaken = link && (await deleteAccountLink(trx, tokenHash));
      if (!isTaken || isLinkOver(link, context.now())) return { outcome: 'gone' };
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
    // The link is good for another try.
    if (error instanceof Undone) return { outcome: error.outcome };
    throw error;
  }
}

/** Whoever got in before, with the old one or a passkey, gets in no more. */
async function replacePassword(
  trx: Database,
  { purpose, accountId }: AccountLinkRow,
  passwordHash: string,
  context: ActionContext,
): Promise<string> {
  const account = accountId === null ? undefined : await lockAccount(trx, accountId);
  if (purpose !== 'password' || !account) throw new Undone('changed');
  return setPassword(trx, account, passwordHash, context);
}

/** The link came by mail, or from the operator: whoever uses it is who the address belongs to. */
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
  // Before the sessions: who signs in with one at this moment has a session when they are gone.
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
  if (brandId === null || role === null) throw new Undone('changed');
  const accountId = await accountOf(trx, link, { user, isProven }, context);
  if (accountId === null) throw new Undone('changed');
  const member = await findMember(trx, { brandId, accountId });
  if (member) {
    // An invitation takes nothing away.
    if (role === 'owner' && member.role !== 'owner') {
      await setMemberRole(trx, member, role);
      await sessionsChanged(trx);
    }
    return accountId;
  }
  if ((await countMembers(trx, brandId)) >= membersPerBrandMax) throw new Undone('too_many');
  const { createdBy } = link;
  const createdAt = context.now();
  await insertMember(trx, { brandId, accountId, role, createdAt, createdBy, lastSeenAt: null });
  return accountId;
}

/** Null when the address has an account by now. */
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

/** The account stays a member where that address was invited; whoever sat on it is out. */
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
  const isMeant = email !== null && account?.emailKey === emailKeyOf(email);
  if (!isMeant || !isProven || account.emailProvenAt !== null) throw new Undone('changed');
  return setPassword(trx, { ...account, name: name ?? account.name }, passwordHash, context);
}

async function sameAccount(
  trx: Database,
  { email }: AccountLinkRow,
  { accountId, checkedHash }: Extract<LinkUser, { kind: 'known' }>,
): Promise<AccountRow> {
  const account = await lockAccount(trx, accountId);
  const isMeant = email === null || account?.emailKey === emailKeyOf(email);
  const isProved = checkedHash === null || account?.passwordHash === checkedHash;
  if (!account || !isMeant || !isProved) throw new Undone('changed');
  return account;
}
