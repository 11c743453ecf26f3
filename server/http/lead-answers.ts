// Turns the outcome of a lead's intake into a response.
import type { FastifyReply } from 'fastify';
import type { LeadResult } from '#actions/leads/create-leads.ts';
import { temporarilyUnavailable } from './refusals/api-error.ts';
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
