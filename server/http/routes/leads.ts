import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createLeadRoute } from '#actions/leads/create-leads.ts';
import { readLeadSubmission } from '#core/leads/read-lead-submission.ts';
import type { LeadPhotos } from '#jobs/lead-photos.ts';
import type { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import type { AnswerQuota } from '../answer-quota.ts';
import { ApiError } from '../refusals/api-error.ts';
import { authorOf, callerOf } from '../gate/authenticate.ts';
import { idempotencyKeyOf, PendingKeys } from '../idempotency-key.ts';
import { jsonBodyOf } from '../json-body.ts';
import { orRefuse, sendLead } from '../lead-answers.ts';
import { docs } from './leads.docs.ts';

interface LeadParts {
  intake: LeadIntakeQueue;
  leadPhotos: LeadPhotos;
  answers: AnswerQuota;
}

export function leadRoutes(app: FastifyInstance, { intake, leadPhotos, answers }: LeadParts): void {
  const pendingKeys = new PendingKeys();

  app.post(
    '/v1/api/leads',
    // The customer in the response reveals whether a person is known.
    {
      config: { scope: ['leads:write'], shows: 'personal', keepsRefusedBody: true },
      schema: docs.createLead,
    },
    async (request, reply) => {
      const { brandId, brandCountry } = callerOf(request);
      const key = idempotencyKeyOf(request);
      const { text, value } = jsonBodyOf(request);
      const { lead, messages } = readLeadSubmission(value);
      if (messages) throw new ApiError(400, messages);

      const waitMsMax = lead.photoUrls?.length ? leadPhotos.waitMsMax : 0;
      return pendingKeys.claim({ brandId, key, waitMsMax }, async () => {
        const isAnswerOmitted = key !== null && answers.isFull(brandId);
        const result = await intake.submit(request.budget, {
          brandId,
          brandCountry,
          author: authorOf(request),
          lead,
          rawBody: text,
          idempotency:
            key === null
              ? null
              : {
                  route: createLeadRoute,
                  key,
                  bodyHash: hash('sha256', text, 'hex'),
                  photoWaitMs: leadPhotos.waitMsMax,
                  isAnswerOmitted,
                },
        });
        const made = orRefuse(result);
        if (made.outcome !== 'created') return sendLead(reply, made);
        const asked = { brandId, idempotencyKey: key, isAnswerOmitted };
        const body = await leadPhotos.answer({ ...asked, ...made });
        if (key !== null) answers.made(brandId, body.length, isAnswerOmitted);
        return sendLead(reply, { ...made, body });
      });
    },
  );
}
