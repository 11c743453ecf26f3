// Refuses a lead for somebody who is no member, before it is queued with other leads.
import type { FastifyRequest } from 'fastify';
import type { FieldMessage } from '#core/reading/field-message.ts';
import { unknownAssignee } from '#core/work-items/assignee.ts';
import { callerOf } from './gate/authenticate.ts';
import { ApiError } from './refusals/api-error.ts';

interface Assigned {
  assigneeId?: string;
}

export async function refuseUnknownAssignee(
  request: FastifyRequest,
  lead: Assigned,
): Promise<void> {
  const [messages] = await assigneeMessages(request, [lead]);
  if (messages!.length > 0) throw new ApiError(400, messages!);
}

/** The messages for each lead. */
export async function assigneeMessages(
  request: FastifyRequest,
  leads: readonly Assigned[],
): Promise<FieldMessage[][]> {
  const ids = [...new Set(leads.flatMap(({ assigneeId }) => assigneeId ?? []))];
  const { brandId } = callerOf(request);
  const unknown =
    ids.length === 0 ? [] : await request.run('findUnknownAssignees', { brandId, ids });
  return leads.map(({ assigneeId }) =>
    assigneeId !== undefined && unknown.includes(assigneeId) ? [unknownAssignee()] : [],
  );
}
