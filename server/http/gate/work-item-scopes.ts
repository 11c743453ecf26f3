// Leads and jobs are the same kind of record; which scope it takes depends on the phase it is in.
import type { Phase } from '#contract/work-item-lists.ts';
import { type Caller, mayDo } from '#core/caller.ts';
import { ApiError, noSuch } from '../refusals/api-error.ts';
import { lacksScope } from './authenticate.ts';

export const readScopes = { lead: 'leads:read', job: 'work-items:read' } as const;
export const writeScopes = { lead: 'leads:write', job: 'work-items:write' } as const;

export function noWorkItem(id: string): ApiError {
  return noSuch('work item', id);
}

/** The phases whose items the caller may change. */
export function phasesOpenTo(caller: Caller): Phase[] {
  return (['lead', 'job'] as const).filter((phase) => mayDo(caller, writeScopes[phase]));
}

/** 403 to a caller who may not see work items of that phase. */
export function refuseUnreadable(caller: Caller, phase: Phase): void {
  const scope = readScopes[phase];
  if (!mayDo(caller, scope)) throw lacksScope(caller, [scope]);
}
