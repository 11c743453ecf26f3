// The scopes of a member, by role.
import type { Role } from '#contract/account-lists.ts';
import type { Scope } from '#contract/scopes.ts';

const scopesByRole: Record<Role, readonly Scope[]> = {
  owner: ['full'],
  member: [
    'leads:read',
    'leads:write',
    'work-items:read',
    'work-items:write',
    'customers:read',
    'customers:write',
    'addresses:read',
  ],
};

export function scopesOfRole(role: Role): readonly Scope[] {
  return scopesByRole[role];
}
