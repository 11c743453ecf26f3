// The tables of people who sign in, as the queries see them.
import type { Language, LinkPurpose, Role } from '#contract/account-lists.ts';

/** A person who can sign in, whatever brands they are a member of. */
export interface AccountRow {
  id: string;
  emailKey: string;
  email: string;
  name: string;
  passwordHash: string | null;
  language: Language;
  createdAt: number;
  updatedAt: number;
  // Null while nobody has shown that the address is theirs.
  emailProvenAt: number | null;
}

export interface MemberRow {
  brandId: string;
  accountId: string;
  role: Role;
  createdAt: number;
  createdBy: string | null;
  lastSeenAt: number | null;
}

/** Who was a member of a brand. Their account may be gone. */
export interface FormerMemberRow {
  brandId: string;
  accountId: string;
  name: string;
  leftAt: number;
}

export interface SessionRow {
  // SHA-256 of the token, which only the browser has.
  tokenHash: string;
  id: string;
  accountId: string;
  brandId: string;
  createdAt: number;
  lastUsedAt: number;
  userAgent: string;
  address: string;
}

export interface AccountLinkRow {
  // SHA-256 of the token, which only the link has.
  tokenHash: string;
  id: string;
  purpose: LinkPurpose;
  // Where an invitation leads; null for a new password.
  brandId: string | null;
  // Whose password it sets.
  accountId: string | null;
  // Null where who follows the link says it.
  email: string | null;
  role: Role | null;
  createdAt: number;
  createdBy: string | null;
  // Null for a link that is good until it is used.
  expiresAt: number | null;
  // SHA-256 of what only the mailed form of an invitation has.
  emailProofHash: string | null;
}

export interface PasskeyRow {
  accountId: string;
  id: string;
  credentialId: string;
  // Base64url.
  publicKey: string;
  counter: number;
  // Separated by blanks.
  transports: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
}

export interface PasskeyChallengeRow {
  id: string;
  challenge: string;
  // Who is to get a passkey; null for signing in with one.
  accountId: string | null;
  expiresAt: number;
}
