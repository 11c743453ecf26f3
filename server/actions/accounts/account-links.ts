// Account links: invitations, owner links and password resets. Each can be used once.
import type { Language, LinkPurpose, Role } from '#contract/account-lists.ts';
import { invitationsPerBrandMax } from '#contract/limits.ts';
import { emailKeyOf } from '#core/customers/match-keys.ts';
import { languageOf } from '#core/accounts/language.ts';
import { formatToken, hashOfToken, sessionTokenBytes } from '#core/accounts/session-token.ts';
import {
  countPasswordLinks,
  deleteAccountLink,
  deleteInvitation,
  deleteOlderPasswordLinks,
  deleteOwnerLinks,
  findAccountLink,
  insertAccountLink,
  listInvitations as listRows,
} from '#db/accounts/account-links.ts';
import { findAccount, findAccountByEmail, lockAccount } from '#db/accounts/accounts.ts';
import { findBrand, findLiveBrand } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import { findMember, listMemberships } from '#db/accounts/members.ts';
import type { AccountLinkRow, AccountRow } from '#db/accounts/account-tables.ts';
import type { ActionContext } from '../context.ts';

const dayMs = 24 * 60 * 60 * 1000;
const invitationDays = 7;
const passwordLinkDays = 1;
// Valid links per account.
const passwordLinksMax = 3;

/** The token is returned only this once. */
interface MadeLink {
  link: AccountLinkRow;
  token: string;
}

async function makeLink(
  trx: Database,
  wanted: Pick<AccountLinkRow, 'purpose' | 'expiresAt'> & Partial<AccountLinkRow>,
  context: ActionContext,
): Promise<MadeLink> {
  const token = formatToken(context.newSecret(sessionTokenBytes));
  const link: AccountLinkRow = {
    brandId: null,
    accountId: null,
    email: null,
    role: null,
    createdBy: null,
    emailProofHash: null,
    ...wanted,
    tokenHash: hashOfToken(token),
    id: context.newId(),
    createdAt: context.now(),
  };
  await insertAccountLink(trx, link);
  return { link, token };
}

type Invited =
  | (MadeLink & {
      outcome: 'created';
      /** The token as mailed, with a proof that its holder can read the mailbox. */
      mailedToken: string;
      brandName: string;
      language: Language;
    })
  | { outcome: 'no_brand' | 'not_owner' | 'member_already' | 'too_many' };

/** Replaces an earlier invitation of the same person. */
export function inviteMember(
  db: Database,
  wanted: { brandId: string; email: string; role: Role; createdBy: string | null },
  context: ActionContext,
): Promise<Invited> {
  const { brandId, email, role, createdBy } = wanted;
  return db.transaction(async (trx) => {
    await trx.waitForLocks([`invitations ${brandId}`]);
    const brand = await findLiveBrand(trx, brandId);
    if (!brand) return { outcome: 'no_brand' };
    // The inviter may have been removed since the request was authenticated.
    const inviter = createdBy && (await findMember(trx, { brandId, accountId: createdBy }));
    if (createdBy !== null && (!inviter || inviter.role !== 'owner')) {
      return { outcome: 'not_owner' };
    }
    const emailKey = emailKeyOf(email)!;
    const account = await findAccountByEmail(trx, emailKey);
    if (account && (await findMember(trx, { brandId, accountId: account.id }))) {
      return { outcome: 'member_already' };
    }
    const invitations = await listRows(trx, brandId);
    const earlier = invitations.filter((one) => emailKeyOf(one.email ?? '') === emailKey);
    if (invitations.length - earlier.length >= invitationsPerBrandMax) {
      return { outcome: 'too_many' };
    }
    for (const { id } of earlier) await deleteInvitation(trx, { brandId, id });
    const expiresAt = context.now() + invitationDays * dayMs;
    const proof = formatToken(context.newSecret(sessionTokenBytes));
    const emailProofHash = hashOfToken(proof);
    const made = await makeLink(
      trx,
      { purpose: 'invitation', brandId, email, role, createdBy, expiresAt, emailProofHash },
      context,
    );
    const mailedToken = made.token + proof;
    const language = account?.language ?? languageOf(brand.language, brand.country);
    return { outcome: 'created', ...made, mailedToken, brandName: brand.name, language };
  });
}

/** For an owner with an unknown e-mail address; replaces an earlier link. Null for an unknown brand. */
export function makeOwnerLink(
  db: Database,
  { brandId, expiresAt = null }: { brandId: string; expiresAt?: number | null },
  context: ActionContext,
): Promise<MadeLink | null> {
  return db.transaction(async (trx) => {
    if (!(await findLiveBrand(trx, brandId))) return null;
    await deleteOwnerLinks(trx, brandId);
    return makeLink(trx, { purpose: 'owner', brandId, role: 'owner', expiresAt }, context);
  });
}

interface PasswordLink extends MadeLink {
  email: string;
  language: Language;
}

/** The operator's reset link: only the newest few stay valid. Returns null for an unknown address. */
export function makePasswordLink(
  db: Database,
  { emailKey }: { emailKey: string },
  context: ActionContext,
): Promise<PasswordLink | null> {
  return db.transaction(async (trx) => {
    const account = await findAccountByEmail(trx, emailKey);
    if (!account) return null;
    // Lock order: the account before its links, as in useAccountLink.
    await lockAccount(trx, account.id);
    await deleteOlderPasswordLinks(trx, account.id, passwordLinksMax - 1);
    return passwordLinkFor(trx, account, context);
  });
}

/**
 * Anybody can request this mail for any address, so it invalidates no earlier link. Returns null for an
 * unknown address, or when the account has enough links.
 */
export function makeMailedPasswordLink(
  db: Database,
  { emailKey }: { emailKey: string },
  context: ActionContext,
): Promise<PasswordLink | null> {
  return db.transaction(async (trx) => {
    const account = await findAccountByEmail(trx, emailKey);
    if (!account) return null;
    await trx.waitForLocks([`password links ${account.id}`]);
    const valid = await countPasswordLinks(trx, account.id, context.now());
    return valid < passwordLinksMax ? passwordLinkFor(trx, account, context) : null;
  });
}

async function passwordLinkFor(
  trx: Database,
  { id: accountId, email, language }: AccountRow,
  context: ActionContext,
): Promise<PasswordLink> {
  const expiresAt = context.now() + passwordLinkDays * dayMs;
  const made = await makeLink(trx, { purpose: 'password', accountId, expiresAt }, context);
  return { ...made, email, language };
}

/** A link whose mail could not be sent must not count towards the limit. */
export async function revokeAccountLink(
  db: Database,
  { tokenHash }: { tokenHash: string },
): Promise<void> {
  await deleteAccountLink(db, tokenHash);
}

type Invitation = Pick<AccountLinkRow, 'id' | 'email' | 'role' | 'createdAt' | 'expiresAt'>;

export async function listInvitations(
  db: Database,
  { brandId }: { brandId: string },
  context: ActionContext,
): Promise<Invitation[]> {
  const now = context.now();
  const rows = await listRows(db, brandId);
  return rows
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    .map(({ id, email, role, createdAt, expiresAt }) => ({
      id,
      email,
      role,
      createdAt,
      expiresAt,
    }));
}

/** Returns whether the invitation existed. */
export function withdrawInvitation(
  db: Database,
  invitation: { brandId: string; id: string },
): Promise<boolean> {
  return deleteInvitation(db, invitation);
}

export interface LinkInfo {
  purpose: LinkPurpose;
  /** Null when the user of the link enters it. */
  email: string | null;
  brandName: string | null;
  /** Known names of the brands and the person, which a password must not contain. */
  names: string[];
  /** The existing account of this address. */
  account: { id: string; passwordHash: string | null } | null;
  /** The link came by mail, and the account's address was never verified. */
  claimsAccount: boolean;
}

/** Returns null for an unknown or expired link. */
export async function readAccountLink(
  db: Database,
  { tokenHash, proofHash }: { tokenHash: string; proofHash: string | null },
  context: ActionContext,
): Promise<LinkInfo | null> {
  const link = await findAccountLink(db, tokenHash);
  if (!link || isLinkExpired(link, context.now())) return null;
  const { purpose, brandId, accountId } = link;
  const brand = brandId === null ? undefined : await findBrand(db, brandId);
  const known = accountId === null ? undefined : await findAccount(db, accountId);
  const email = known?.email ?? link.email;
  const account =
    known ?? (email === null ? undefined : await findAccountByEmail(db, emailKeyOf(email)!));
  const memberships = account ? await listMemberships(db, account.id) : [];
  const names = [brand?.name, account?.name, ...memberships.map((one) => one.brandName)];
  return {
    purpose,
    email,
    brandName: brand?.name ?? null,
    names: names.filter((name) => name !== undefined),
    account: account ? { id: account.id, passwordHash: account.passwordHash } : null,
    claimsAccount: provesEmail(link, proofHash) && !!account && account.emailProvenAt === null,
  };
}

export function provesEmail({ emailProofHash }: AccountLinkRow, proofHash: string | null): boolean {
  return emailProofHash !== null && emailProofHash === proofHash;
}

export function isLinkExpired({ expiresAt }: AccountLinkRow, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}
