// Who does a work item, in requests.
import type { FastifyRequest } from 'fastify';
import { about, type FieldMessage } from '#core/reading/field-message.ts';
import { unknownAssignee } from '#core/work-items/assignee.ts';
import type { WorkItemFilters } from '#db/work-items/work-item-pages.ts';
import { callerOf } from './gate/authenticate.ts';
import { ApiError } from './refusals/api-error.ts';

interface Assigned {
  assigneeId?: string;
}

/** Before the lead is queued with others. */
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

/** `me` and `none` as the member's id and null. */
export function withAssignee<Filters extends Pick<WorkItemFilters, 'assigneeId'>>(
  request: FastifyRequest,
  filters: Filters,
): Filters {
  const { assigneeId } = filters;
  if (assigneeId === 'none') return { ...filters, assigneeId: null };
  if (assigneeId !== 'me') return filters;
  const { memberId } = callerOf(request);
  if (memberId !== null) return { ...filters, assigneeId: memberId };
  const text = 'can be me only for a signed-in member: use an id of GET /v1/api/members, or none';
  throw new ApiError(400, [about('assigneeId', 'not_a_member', text)]);
}
