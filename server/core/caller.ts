// The caller of a request, authenticated by a key or a session.
import type { Language, Role } from '#contract/account-lists.ts';
import type { Scope } from '#contract/scopes.ts';

export interface Caller {
  // The side of the brand that the request sees and changes.
  brandId: string;
  brandCountry: string;
  // The live brand, on the test side; null on the live side.
  testOf: string | null;
  brandLanguage: Language;
  // Null for a signed-in member.
  keyId: string | null;
  // Null for a key.
  memberId: string | null;
  scopes: readonly Scope[];
  // The key gets redacted data; see redact-personal-data.ts.
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
