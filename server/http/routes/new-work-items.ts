import type { FastifyInstance } from 'fastify';
import { hashOfJson } from '#core/leads/body-hash.ts';
import { asSubmission, readNewWorkItem } from '#core/work-items/read-new-work-item.ts';
import type { AnswerQuota } from '../answer-quota.ts';
import { ApiError } from '../refusals/api-error.ts';
import { authorOf, callerOf } from '../gate/authenticate.ts';
import { idempotencyKeyOf, keyReused, PendingKeys, callInProgress } from '../idempotency-key.ts';
import { jsonBodyOf } from '../json-body.ts';
import { sendLead } from '../lead-answers.ts';
import { refuseParameters } from '../read-request.ts';
import { docs } from './new-work-items.docs.ts';

// The name is ignored for a customer given by id.
const unnamed = { name: '-' };

export function newWorkItemRoutes(
  app: FastifyInstance,
  { answers }: { answers: AnswerQuota },
): void {
  const pendingKeys = new PendingKeys();

  app.post(
    '/v1/api/work-items',
    { config: { scope: ['work-items:write'], shows: 'personal' }, schema: docs.createWorkItem },
    async (request, reply) => {
      refuseParameters(request);
      const { brandId, brandCountry, brandLanguage } = callerOf(request);
      const key = idempotencyKeyOf(request);
      const { value } = jsonBodyOf(request);
      const { fields: job, messages } = readNewWorkItem(value);
      if (messages) throw new ApiError(400, messages);

      return pendingKeys.claim({ brandId, key }, async () => {
        const isAnswerOmitted = key !== null && answers.isFull(brandId);
        const result = await request.run('createWorkItem', {
          brandId,
          brandCountry,
          brandLanguage,
          author: authorOf(request),
          job,
          lead: asSubmission(job, 'id' in job.customer ? unnamed : job.customer),
          idempotency: key === null ? null : { key, bodyHash: hashOfJson(value), isAnswerOmitted },
        });
        switch (result.outcome) {
          case 'created':
            if (key !== null) answers.made(brandId, result.body.length, isAnswerOmitted);
            return sendLead(reply, result);
          case 'replayed':
            return sendLead(reply, result);
          case 'in_flight':
            throw callInProgress();
          case 'key_reused':
            throw keyReused();
          case 'invalid':
            throw new ApiError(400, result.messages);
        }
      });
    },
  );
}
