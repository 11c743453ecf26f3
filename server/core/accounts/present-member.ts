// Members and invitations, as the brand's owners see them.
import type { Role } from '#contract/account-lists.ts';
import type { LeftItem } from './left-behind.ts';
import { timestamp } from '../timestamp.ts';

interface MemberRecord {
  id: string;
  email: string;
  name: string;
  role: Role;
  createdAt: number;
  lastSeenAt: number | null;
  emailProvenAt: number | null;
}

export function presentMember({ id, email, name, role, ...times }: MemberRecord): object {
  return {
    id,
    email,
    name,
    role,
    createdAt: timestamp(times.createdAt),
    lastSeenAt: timestamp(times.lastSeenAt),
    isEmailProven: times.emailProvenAt !== null,
  };
}

interface InvitationRecord {
  id: string;
  email: string | null;
  role: Role | null;
  createdAt: number;
  expiresAt: number | null;
}

export function presentInvitation(invitation: InvitationRecord): object {
  const { id, email, role, createdAt, expiresAt } = invitation;
  return { id, email, role, createdAt: timestamp(createdAt), expiresAt: timestamp(expiresAt) };
}

export function presentLeftItem({ kind, id, name, by, createdAt }: LeftItem): object {
  return { kind, id, name, by, createdAt: timestamp(createdAt) };
}
