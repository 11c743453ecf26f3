// Who makes a request, whichever way they proved it.
import type { Role } from '#contract/account-lists.ts';
import type { Scope } from '#contract/scopes.ts';

export interface Caller {
  brandId: string;
  brandCountry: string;
  // Null for a member who signed in.
  keyId: string | null;
  // Null for a key.
  memberId: string | null;
  scopes: readonly Scope[];
  // A key without personal data; see impersonal.ts.
  isImpersonal: boolean;
  session: CallerSession | null;
}

export interface CallerSession {
  id: string;
  tokenHash: string;
  role: Role;
}

export function mayDo(caller: Caller, scope: Scope): boolean {
  return caller.scopes.includes('full') || caller.scopes.includes(scope);
}
