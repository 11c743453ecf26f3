// Members and invitations as the service tells of them.
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

/** What a member made that goes on working without them. */
export interface LeftItem {
  kind: 'key' | 'webhook' | 'calendarLink';
  id: string;
  name: string;
  /** Made or last changed by them, by a key of theirs, or nobody can tell. */
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
