import type { FastifyInstance, FastifyReply } from 'fastify';
import type { WorkItemOutcome } from '#actions/work-items/change-work-item.ts';
import { WorkItemReceipt } from '#contract/receipts.ts';
import { WorkItemPatch } from '#contract/work-item-patch.ts';
import { readStoredSubmission } from '#core/leads/read-lead-submission.ts';
import type { ReadWorkItemPatch } from '#core/work-items/change-work-item.ts';
import { ApiError } from '../refusals/api-error.ts';
import { callerOf } from '../gate/authenticate.ts';
import { sendChanged } from '../changed-record.ts';
import { bodyReadingOf, refuseParameters } from '../read-request.ts';
import { noWorkItem, phasesOpenTo, readScopes, writeScopes } from '../gate/work-item-scopes.ts';
import { changeOf, forbidden, type ItemRequest, refusalOf } from '../work-item-requests.ts';
import { docs } from './work-item-changes.docs.ts';

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
  if (result.outcome === 'changed') return result;
  throw refusalOf(request, result);
}
