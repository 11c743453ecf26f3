import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LeadResult } from '#actions/create-leads.ts';
import { readIdempotencyKey } from '#core/idempotency-key.ts';
import { readLeadSubmission } from '#core/read-lead-submission.ts';
import type { LeadPhotos } from '#jobs/lead-photos.ts';
import type { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import { ApiError, temporarilyUnavailable } from '../api-error.ts';
import { callerOf } from '../authenticate.ts';
import type { JsonBody } from '../json-body.ts';
import { createLeadDocs } from '../docs/leads.ts';

export function createLeadRoutes(
  app: FastifyInstance,
  intake: LeadIntakeQueue,
  leadPhotos: LeadPhotos,
): void {
  // Idempotency keys of calls that are under way, by brand.
  const underWay = new Set<string>();

  app.post(
    '/v1/api/leads',
    { config: { scope: ['leads:write'] }, schema: createLeadDocs },
    async (request, reply) => {
      const { brandId, brandCountry, keyId } = callerOf(request);
      const idempotencyKey = idempotencyKeyOf(request);
      const { text, value } = jsonBodyOf(request.body);
      const { lead, messages } = readLeadSubmission(value);
      if (messages) throw new ApiError(400, messages);

      const claim = idempotencyKey === null ? null : `${brandId} ${idempotencyKey}`;
      if (claim !== null && underWay.has(claim)) throw stillUnderWay();
      if (claim !== null) underWay.add(claim);
      try {
        const result = await intake.submit({
          brandId,
          brandCountry,
          apiKeyId: keyId,
          requestId: request.id,
          lead,
          rawBody: text,
          idempotency:
            idempotencyKey === null
              ? null
              : { key: idempotencyKey, bodyHash: hash('sha256', text, 'hex') },
        });
        if (result.outcome !== 'created') return send(reply, result);
        const body = await leadPhotos.answer({ brandId, idempotencyKey, ...result });
        return send(reply, { ...result, body });
      } finally {
        if (claim !== null) underWay.delete(claim);
      }
    },
  );
}

function idempotencyKeyOf({ headers, raw }: FastifyRequest): string | null {
  const name = 'idempotency-key';
  if (headers[name] === undefined) return null;
  // Not from `headers`, where a header that was sent twice looks like one.
  const reading = readIdempotencyKey(raw.headersDistinct[name]);
  if ('refusal' in reading) throw new ApiError(400, [reading.refusal]);
  return reading.key;
}

function jsonBodyOf(body: unknown): JsonBody {
  if (body === undefined || body === null) {
    throw new ApiError(400, ['body must be a JSON object, got nothing']);
  }
  return body as JsonBody;
}

function stillUnderWay(): ApiError {
  return new ApiError(409, 'The first call with this Idempotency-Key is still under way', {
    headers: { 'retry-after': '1' },
  });
}

function send(reply: FastifyReply, result: LeadResult): FastifyReply {
  switch (result.outcome) {
    case 'created':
    case 'replayed':
      if (result.outcome === 'replayed') void reply.header('idempotent-replayed', 'true');
      return reply
        .code(201)
        .header('location', `/v1/api/work-items/${result.workItemId}`)
        .type('application/json; charset=utf-8')
        .send(result.body);
    case 'under_way':
      throw stillUnderWay();
    case 'contended':
      throw new Error('a lead was left unmade');
    case 'key_reused':
      throw new ApiError(
        422,
        'Idempotency-Key was used before with another body: send a new key for a new lead',
      );
    case 'unavailable':
      throw temporarilyUnavailable(new Error(result.reason));
    case 'failed':
      throw new Error(result.reason);
  }
}
