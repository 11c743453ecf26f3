// A change of one work item: what the request asks for, and how its refusal is answered.
import type { FastifyRequest } from 'fastify';
import type { WorkItemOutcome } from '#actions/work-items/change-work-item.ts';
import type { Phase } from '#contract/work-item-lists.ts';
import type { Caller } from '#core/caller.ts';
import { authorOf, callerOf, lacksScope } from './gate/authenticate.ts';
import { noWorkItem, phasesOpenTo, writeScopes } from './gate/work-item-scopes.ts';
import { changedMeanwhile, versionsWanted } from './preconditions.ts';
import { ApiError } from './refusals/api-error.ts';

export type ItemRequest = FastifyRequest<{ Params: { id: string } }>;

export function changeOf(request: ItemRequest) {
  const caller = callerOf(request);
  return {
    brandId: caller.brandId,
    id: request.params.id,
    author: authorOf(request),
    phases: phasesOpenTo(caller),
    versions: versionsWanted(request),
  };
}

export function refusalOf(
  request: ItemRequest,
  result: Exclude<WorkItemOutcome, { outcome: 'changed' }>,
): ApiError {
  const { id } = request.params;
  switch (result.outcome) {
    case 'missing':
      return noWorkItem(id);
    case 'forbidden':
      return forbidden(callerOf(request), result.phase);
    case 'outdated':
      return changedMeanwhile(`The work item ${id}`);
    case 'invalid':
      return new ApiError(400, result.messages);
    case 'conflict':
      return new ApiError(409, result.message, { code: result.code, values: result.values });
  }
}

export function forbidden(caller: Caller, phase: Phase): ApiError {
  return lacksScope(caller, [writeScopes[phase]]);
}
