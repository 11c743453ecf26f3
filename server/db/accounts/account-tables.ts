// The account tables, as the queries see them.
import type { Language, LinkPurpose, Role } from '#contract/account-lists.ts';

/** A person who can sign in. One account may be a member of several brands. */
export interface AccountRow {
  id: string;
  emailKey: string;
  email: string;
  name: string;
  passwordHash: string | null;
  language: Language;
  createdAt: number;
  updatedAt: number;
  // Null until the owner has confirmed the address.
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

/** A removed member. Their account may be deleted too. */
export interface FormerMemberRow {
  brandId: string;
  accountId: string;
  name: string;
  leftAt: number;
}

export interface SessionRow {
  // SHA-256 of the token; only the browser has the token.
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
  // SHA-256 of the token; only the link contains it.
  tokenHash: string;
  id: string;
  purpose: LinkPurpose;
  // The brand to join; null for a password link.
  brandId: string | null;
  // The account whose password the link sets.
  accountId: string | null;
  // Null where the visitor enters the address.
  email: string | null;
  role: Role | null;
  createdAt: number;
  createdBy: string | null;
  // Null for a link that is valid until it is used.
  expiresAt: number | null;
  // SHA-256 of the second secret, which only the mailed invitation contains.
  emailProofHash: string | null;
}

export interface PasskeyRow {
  accountId: string;
  id: string;
  credentialId: string;
  // Base64url.
  publicKey: string;
  counter: number;
  // Separated by spaces.
  transports: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
}

export interface PasskeyChallengeRow {
  id: string;
  challenge: string;
  // The account that adds a passkey; null for a sign-in.
  accountId: string | null;
  expiresAt: number;
}

/** A browser that shows notifications to its account. */
export interface PushSubscriptionRow {
  accountId: string;
  id: string;
  // The session that subscribed. The subscription ends with it, unless it only expires.
  sessionId: string | null;
  // The URL of the browser's push service.
  endpoint: string;
  // Base64url: the browser's public key and secret.
  p256dh: string;
  auth: string;
  userAgent: string;
  createdAt: number;
}

export interface NotificationSettingsRow {
  brandId: string;
  accountId: string;
  // Kinds of notification, separated by spaces.
  push: string;
  email: string;
  // Minutes after midnight; both null without quiet hours.
  quietFrom: number | null;
  quietUntil: number | null;
  // When the member was asked to allow notifications.
  askedAt: number | null;
}
