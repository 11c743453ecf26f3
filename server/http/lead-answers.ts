// What the intake has made of a lead, as an answer.
import type { FastifyReply } from 'fastify';
import type { LeadResult } from '#actions/leads/create-leads.ts';
import { temporarilyUnavailable } from './refusals/api-error.ts';
import { keyReused, stillUnderWay } from './idempotency-key.ts';

type MadeLead = Extract<LeadResult, { outcome: 'created' | 'replayed' }>;

/** Throws what a caller is told of a lead that was not made. */
export function orRefuse(result: LeadResult): MadeLead {
  switch (result.outcome) {
    case 'created':
    case 'replayed':
      return result;
    case 'in_flight':
      throw stillUnderWay(result.waitMs);
    case 'contended':
      throw new Error('a lead was left unmade');
    case 'key_reused':
      throw keyReused();
    case 'unavailable':
      throw temporarilyUnavailable(new Error(result.reason));
    case 'failed':
      throw new Error(result.reason);
  }
}

/** The same for a job that was made directly. */
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
