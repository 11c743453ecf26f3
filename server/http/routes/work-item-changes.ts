import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WorkItemOutcome } from '#actions/work-items/change-work-item.ts';
import { WorkItemReceipt } from '#contract/receipts.ts';
import { WorkItemPatch } from '#contract/work-item-patch.ts';
import type { Phase } from '#contract/work-item-lists.ts';
import type { Caller } from '#core/caller.ts';
import { readStoredSubmission } from '#core/leads/read-lead-submission.ts';
import type { ReadWorkItemPatch } from '#core/work-items/change-work-item.ts';
import { ApiError } from '../refusals/api-error.ts';
import { authorOf, callerOf, lacksScope } from '../gate/authenticate.ts';
import { sendChanged } from '../changed-record.ts';
import { changedMeanwhile, versionsWanted } from '../preconditions.ts';
import { bodyReadingOf, refuseParameters } from '../read-request.ts';
import { noWorkItem, phasesOpenTo, readScopes, writeScopes } from '../gate/work-item-scopes.ts';
import { docs } from './work-item-changes.docs.ts';

type ItemRequest = FastifyRequest<{ Params: { id: string } }>;
const config = { scope: Object.values(writeScopes), shows: 'workItem' as const };

export function workItemChangeRoutes(app: FastifyInstance): void {
  app.patch('/v1/api/work-items/:id', { config, schema: docs.updateWorkItem }, patch);
  app.delete('/v1/api/work-items/:id', { config, schema: docs.deleteWorkItem }, remove);
  app.post('/v1/api/work-items/:id/restore', { config, schema: docs.restoreWorkItem }, restore);

  async function patch(request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { fields, messages } = bodyReadingOf<ReadWorkItemPatch>(WorkItemPatch, request);
    if (messages) {
      await refuseOtherPhase(request);
      throw new ApiError(400, messages);
    }
    const outcome = await request.run('patchWorkItem', {
      ...changeOf(request),
      submitted: fields.customerId === undefined ? null : await submissionOf(request),
      patch: fields,
    });
    return send(request, reply, outcome);
  }

  async function remove(request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    orRefuse(request, await request.run('removeWorkItem', changeOf(request)));
    return reply.code(204).send();
  }

  async function restore(request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    return send(request, reply, await request.run('bringBackWorkItem', changeOf(request)));
  }
}

function changeOf(request: ItemRequest) {
  const caller = callerOf(request);
  return {
    brandId: caller.brandId,
    id: request.params.id,
    author: authorOf(request),
    phases: phasesOpenTo(caller),
    versions: versionsWanted(request),
  };
}

// Read here: the database threads do not load the schemas.
async function submissionOf(request: ItemRequest) {
  const { brandId, brandCountry, brandLanguage } = callerOf(request);
  const found = await request.run('getSubmission', { brandId, id: request.params.id });
  const lead = found?.submission ? readStoredSubmission(found.submission.body) : null;
  return lead && { lead, brandCountry, brandLanguage };
}

// A missing scope (403) is reported before an invalid body (400).
async function refuseOtherPhase(request: ItemRequest): Promise<void> {
  const caller = callerOf(request);
  const phases = phasesOpenTo(caller);
  if (phases.length === 2) return;
  const { id } = request.params;
  const found = await request.run('getWorkItem', { brandId: caller.brandId, id });
  if (!found) throw noWorkItem(id);
  if (!phases.includes(found.phase)) throw forbidden(caller, found.phase);
}

function send(request: ItemRequest, reply: FastifyReply, outcome: WorkItemOutcome): FastifyReply {
  const changed = orRefuse(request, outcome);
  return sendChanged(request, reply, changed, {
    readScope: readScopes[changed.phase],
    receipt: WorkItemReceipt,
  });
}

function orRefuse(
  request: ItemRequest,
  result: WorkItemOutcome,
): Extract<WorkItemOutcome, { outcome: 'changed' }> {
  const { id } = request.params;
  switch (result.outcome) {
    case 'changed':
      return result;
    case 'missing':
      throw noWorkItem(id);
    case 'forbidden':
      throw forbidden(callerOf(request), result.phase);
    case 'outdated':
      throw changedMeanwhile(`The work item ${id}`);
    case 'invalid':
      throw new ApiError(400, result.messages);
    case 'conflict':
      throw new ApiError(409, result.message, { code: result.code, values: result.values });
  }
}

function forbidden(caller: Caller, phase: Phase): ApiError {
  return lacksScope(caller, [writeScopes[phase]]);
}
