import { Type } from 'typebox';
import { Id } from '#contract/field-types.ts';
import { requestLogDays } from '#contract/limits.ts';
import { RequestListQuery } from '#contract/list-query.ts';
import type { ListedRequest, LoggedRequest } from '#contract/logged-request.ts';
import { newLeadWithoutAddress } from '../docs/examples.ts';
import { mergePatch, operations, page } from '../docs/operation.ts';
import { json } from '../docs/response.ts';

const refusedLead: ListedRequest = {
  id: '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69',
  receivedAt: '2026-11-15T09:30:00.000Z',
  keyId: '019a2b6e-1d41-7c08-93b5-6e4f2a1d0c37',
  memberId: null,
  method: 'POST',
  route: '/v1/api/leads',
  path: '/v1/api/leads',
  status: 400,
  durationMs: 2,
  message: ['title is required: send a non-empty string'],
  errorCode: 'validation_failed',
  errorDetails: '"title";rule=required',
  hasBody: true,
  rescuedAs: null,
};
const refusedLeadWithBody: LoggedRequest = {
  ...refusedLead,
  body: '{"customerName":"Jan Jansen","titel":"Leaking kitchen tap"}',
};

const params = Type.Object({
  id: Id('X-Request-Id of the request; for a refused lead of a batch, its id in the log'),
});

export const docs = operations({
  listRequests: {
    summary: 'List requests',
    description:
      `Requests made with the brand’s keys in the last ${requestLogDays} days, newest first. A request ` +
      'appears about a second after its response; a crash can lose the last ones. A page scans at most ' +
      '20,000 requests, so with rare filters it can be short or empty and still have a Link to the next page.',
    querystring: RequestListQuery,
    responses: page('requests', 'RequestPage', ['A page with a refused lead', refusedLead]),
  },
  getRequest: {
    summary: 'Read one request',
    description: 'Returns the request; for a refused lead with the body as it was sent.',
    params,
    responses: json(200, 'The request', 'LoggedRequest', {
      refused: ['A refused lead', refusedLeadWithBody],
    }),
  },
  rescueLead: {
    summary: 'Create a lead from a refused request',
    description: `
Recovers a lead that was refused because a form sent invalid data. The corrections are merged into the logged body
(JSON Merge Patch: \`null\` removes a field), and the result is created like any other lead. If the body was not
a JSON object, the corrections are the whole lead. Without a body, nothing is corrected. A request can be rescued once.
`.trim(),
    params,
    requestBody: {
      ...mergePatch('LeadCorrections', 'The fields that were missing or wrong', {
        title: ['A missing field', { title: 'Leaking kitchen tap' }],
        emptied: ['Remove an invalid optional field', { email: null }],
      }),
      required: false,
    },
    responses: json(
      201,
      'The lead was created',
      'WorkItem',
      { rescued: ['A lead without an address', newLeadWithoutAddress] },
      'Location',
    ),
    errors: { 400: 'InvalidLead', 409: 'NothingToRescue' },
  },
});
