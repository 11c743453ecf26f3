// Leads and jobs are one kind of record; the scope depends on its phase.
import type { Phase } from '#contract/work-item-lists.ts';
import { type Caller, mayDo } from '#core/caller.ts';
import { ApiError, noSuch } from '../refusals/api-error.ts';
import { lacksScope } from './authenticate.ts';

export const readScopes = { lead: 'leads:read', job: 'work-items:read' } as const;
export const writeScopes = { lead: 'leads:write', job: 'work-items:write' } as const;

export function noWorkItem(id: string): ApiError {
  return noSuch('work item', id);
}

/** The phases the caller may change. */
export function phasesOpenTo(caller: Caller): Phase[] {
  return (['lead', 'job'] as const).filter((phase) => mayDo(caller, writeScopes[phase]));
}

/** Throws 403 if the caller may not read work items of that phase. */
export function refuseUnreadable(caller: Caller, phase: Phase): void {
  const scope = readScopes[phase];
  if (!mayDo(caller, scope)) throw lacksScope(caller, [scope]);
}
