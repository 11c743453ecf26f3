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

/** Scopes that a key without personal data cannot have. */
export const personalDataScopes: readonly Scope[] = ['full', 'customers:write'];
