// Turns the outcome of a lead's intake into a response.
import type { FastifyReply } from 'fastify';
import type { LeadResult } from '#actions/leads/create-leads.ts';
import type { LeadSubmission } from '#contract/lead-submission.ts';
import type { WorkItem } from '#contract/work-item.ts';
import { type Caller, mayDo } from '#core/caller.ts';
import { notesForSender } from '#core/leads/lead-remarks.ts';
import { provokedByEmail } from '#core/leads/test-inputs.ts';
import { ProvokedByTest, temporarilyUnavailable } from './refusals/api-error.ts';
import { keyReused, callInProgress } from './idempotency-key.ts';

type MadeLead = Extract<LeadResult, { outcome: 'created' | 'replayed' }>;

/** Throws the API error for a lead that was not created. */
export function orRefuse(result: LeadResult): MadeLead {
  switch (result.outcome) {
    case 'created':
    case 'replayed':
      return result;
    case 'in_flight':
      throw callInProgress(result.waitMs);
    case 'contended':
      throw new Error('a contended lead was not created');
    case 'key_reused':
      throw keyReused();
    case 'unavailable':
      throw temporarilyUnavailable(new Error(result.reason));
    case 'failed':
      throw new Error(result.reason);
  }
}

/** Throws 503 for the test address that asks for it. Call it on the test side only. */
export function refuseTestLead({ email }: { email?: string | undefined }): void {
  if (provokedByEmail(email) === 'unavailable') throw temporarilyUnavailable(new ProvokedByTest());
}

/** The response body for a new lead. A key that may not read leads learns nothing about the customer. */
export function bodyForSender(caller: Caller, lead: LeadSubmission, body: string): string {
  if (mayDo(caller, 'leads:read')) return body;
  // Quotes within values are escaped, so this is the field itself.
  if (body.includes(`"notes":${JSON.stringify(lead.notes ?? null)},`)) return body;
  return JSON.stringify(workItemForSender(caller, lead, JSON.parse(body)));
}

export function workItemForSender<Item extends Pick<WorkItem, 'notes'>>(
  caller: Caller,
  lead: LeadSubmission,
  workItem: Item,
): Item {
  if (mayDo(caller, 'leads:read')) return workItem;
  return { ...workItem, notes: notesForSender(lead, workItem.notes) };
}

/** Sends 201 for a new lead, or for a job created directly. */
export function sendLead(
  reply: FastifyReply,
  {
    outcome,
    workItemId,
    body,
  }: { outcome: 'created' | 'replayed'; workItemId: string; body: string },
): FastifyReply {
  if (outcome === 'replayed') void reply.header('idempotent-replayed', 'true');
  return reply
    .code(201)
    .header('location', `/v1/api/work-items/${workItemId}`)
    .type('application/json; charset=utf-8')
    .send(body);
}
