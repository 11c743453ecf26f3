import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createLeadRoute } from '#actions/leads/create-leads.ts';
import { slowAnswerMs } from '#contract/test-inputs.ts';
import { hashOfJson } from '#core/leads/body-hash.ts';
import { readLeadSubmission } from '#core/leads/read-lead-submission.ts';
import { provokedByEmail } from '#core/leads/test-inputs.ts';
import type { LeadPhotos } from '#jobs/lead-photos.ts';
import type { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import type { AnswerQuota } from '../answer-quota.ts';
import { refuseUnknownAssignee } from '../assignee.ts';
import { ApiError } from '../refusals/api-error.ts';
import { authorOf, callerOf } from '../gate/authenticate.ts';
import { idempotencyKeyOf, PendingKeys } from '../idempotency-key.ts';
import { jsonBodyOf } from '../json-body.ts';
import { bodyForSender, orRefuse, refuseTestLead, sendLead } from '../lead-answers.ts';
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
      const caller = callerOf(request);
      const { brandId, brandCountry, brandLanguage, testOf } = caller;
      const key = idempotencyKeyOf(request);
      const { text, value } = jsonBodyOf(request);
      const { lead, messages } = readLeadSubmission(value);
      if (messages) throw new ApiError(400, messages);
      if (lead.assigneeId !== undefined) await refuseUnknownAssignee(request, lead);

      const waitMsMax = lead.photoUrls?.length ? leadPhotos.waitMsMax : 0;
      const isTest = testOf !== null;
      const isSlow = isTest && provokedByEmail(lead.email) === 'slow';
      const answered = isSlow ? wait(slowAnswerMs) : null;
      const made = await pendingKeys.claim({ brandId, key, waitMsMax }, async () => {
        if (isTest) refuseTestLead(lead);
        const isAnswerOmitted = key !== null && answers.isFull(brandId);
        const result = await intake.submit(request.budget, {
          brandId,
          brandCountry,
          isTest,
          brandLanguage,
          author: authorOf(request),
          lead,
          rawBody: text,
          idempotency:
            key === null
              ? null
              : {
                  route: createLeadRoute,
                  key,
                  bodyHash: hashOfJson(value),
                  photoWaitMs: leadPhotos.waitMsMax,
                  isAnswerOmitted,
                },
        });
        const made = orRefuse(result);
        if (made.outcome !== 'created') return made;
        const asked = { brandId, idempotencyKey: key, isAnswerOmitted };
        const body = await leadPhotos.answer({ ...asked, ...made });
        if (key !== null) answers.made(brandId, body.length, isAnswerOmitted);
        return { ...made, body };
      });
      // The claim has ended: a caller who retries meanwhile gets the stored response.
      if (isSlow && made.outcome === 'created') {
        request.isProvoked = true;
        await answered;
      }
      return sendLead(reply, { ...made, body: bodyForSender(caller, lead, made.body) });
    },
  );
}
