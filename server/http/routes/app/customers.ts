import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readLeadSubmission } from '#core/leads/read-lead-submission.ts';
import { isObject } from '#core/reading/read-field.ts';
import { authorOf, callerOf } from '../../gate/authenticate.ts';
import { jsonBodyOf } from '../../json-body.ts';
import { refuseParameters } from '../../read-request.ts';
import { ApiError } from '../../refusals/api-error.ts';

// A customer has the fields of a lead, without what the lead is about.
const untitled = { title: '-' };

export function newCustomerRoutes(app: FastifyInstance): void {
  const config = { member: 'any' as const, scope: ['customers:write' as const] };
  app.post('/v1/app/customers', { config }, create);

  /** 200 with the known customer when the e-mail address or phone number is one's. */
  async function create(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { value } = jsonBodyOf(request);
    const { lead, messages } = readLeadSubmission(
      isObject(value) ? { ...value, ...untitled } : value,
    );
    if (messages) throw new ApiError(400, messages);
    const { brandId, brandCountry, brandLanguage } = callerOf(request);
    const author = authorOf(request);
    const wanted = { brandId, brandCountry, brandLanguage, author, lead };
    const { id, isNew } = await request.run('createCustomer', wanted);
    return reply.code(isNew ? 201 : 200).send({ id, isNew });
  }
}
