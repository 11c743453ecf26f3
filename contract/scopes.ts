export const scopes = [
  'leads:read',
  'leads:write',
  'work-items:read',
  'work-items:write',
  'customers:read',
  'customers:write',
  'addresses:read',
  'webhooks:manage',
  'full',
] as const;

export type Scope = (typeof scopes)[number];

/** About people, and about little else: a key without personal data cannot have them. */
export const personalDataScopes: readonly Scope[] = ['full', 'customers:write'];
