// Members and invitations as the API returns them.
import type { Role } from '../../../api/session.ts';
import { kinds } from '../../../app/queries.ts';

export interface Member {
  id: string;
  email: string;
  name: string;
  role: Role;
  createdAt: string;
  lastSeenAt: string | null;
  isEmailProven: boolean;
}

export interface Invitation {
  id: string;
  email: string;
  role: Role;
  createdAt: string;
  expiresAt: string;
}

export interface NewInvitation extends Invitation {
  url: string;
  isMailed: boolean;
}

/** A key, webhook or link that keeps working after its creator has left. */
export interface LeftItem {
  kind: 'key' | 'webhook' | 'calendarLink';
  id: string;
  name: string;
  /** Created or last changed by the member, by one of their keys, or unknown. */
  by: 'member' | 'key' | 'unknown';
  createdAt: string;
}

export interface LeftBehind {
  data: LeftItem[];
  invited: { id: string; name: string; email: string }[];
}

export const roles: readonly Role[] = ['member', 'owner'];
export const membersKey = [kinds.settings, 'members'];
export const invitationsKey = [kinds.settings, 'invitations'];
