// Who makes a request, whichever way they proved it.
import type { Scope } from '#contract/scopes.ts';

export interface Caller {
  brandId: string;
  brandCountry: string;
  keyId: string;
  memberId: string | null;
  scopes: readonly Scope[];
}

export function mayDo(caller: Caller, scope: Scope): boolean {
  return caller.scopes.includes('full') || caller.scopes.includes(scope);
}
