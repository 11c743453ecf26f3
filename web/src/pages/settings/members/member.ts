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

export const roles: readonly Role[] = ['member', 'owner'];
export const membersKey = [kinds.settings, 'members'];
export const invitationsKey = [kinds.settings, 'invitations'];
