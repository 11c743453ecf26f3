import { Type } from 'typebox';
import { Id } from '#contract/field-types.ts';
import { pageSizeDefault, requestLogDays } from '#contract/limits.ts';
import { RequestListQuery } from '#contract/list-query.ts';
import type { ListedRequest, LoggedRequest } from '#contract/logged-request.ts';
import { headers, json } from './answer.ts';
import { newLeadWithoutAddress } from './examples.ts';
import { callerHeaders } from './headers.ts';
import { type BodyAndAnswers, notModified, responses } from './operation.ts';

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
  hasBody: true,
  rescuedAs: null,
};
const refusedLeadWithBody: LoggedRequest = {
  ...refusedLead,
  body: '{"customerName":"Jan Jansen","titel":"Leaking kitchen tap"}',
};

const params = Type.Object({
  id: Id('The X-Request-Id of the request; the id in the log for a refused lead of a batch'),
});

export const listRequestsDocs = {
  operationId: 'listRequests',
  summary: 'List requests',
  description:
    `What was asked with the keys of the brand in the last ${requestLogDays} days, the newest first. A request ` +
    'shows up about a second after its answer; after a crash the last ones may be missing. A page is looked for among ' +
    '20,000 requests at most, so that with rare filters it may be short, or empty, while a Link leads on.',
  tags: ['Requests'],
  querystring: RequestListQuery,
  'x-responses': responses(
    {
      200: {
        description: 'A page of requests; the Link header leads to the next one',
        headers: headers(...callerHeaders, 'Link', 'ETag'),
        content: json('RequestPage', {
          page: {
            summary: 'A page with a lead that was refused',
            value: { data: [refusedLead], limit: pageSizeDefault },
          },
        }),
      },
      304: notModified,
    },
    { 400: 'InvalidQuery' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const getRequestDocs = {
  operationId: 'getRequest',
  summary: 'Read one request',
  description: 'By its X-Request-Id, and for a lead that was refused with the body as it was sent.',
  tags: ['Requests'],
  params,
  'x-responses': responses(
    {
      200: {
        description: 'The request',
        headers: headers(...callerHeaders),
        content: json('LoggedRequest', {
          refused: { summary: 'A lead that was refused', value: refusedLeadWithBody },
        }),
      },
    },
    { 400: 'InvalidAddress', 404: 'NotFound' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const rescueLeadDocs = {
  operationId: 'rescueLead',
  summary: 'Make a lead of a refused request',
  description: `
For a lead that got lost because a form sent something wrong. The corrections are merged into the body that was
kept (JSON Merge Patch: \`null\` takes a field away), and the result is taken in like any other lead. Where the body was
no JSON object, the corrections are the whole lead. A request can be rescued once.
`.trim(),
  tags: ['Requests'],
  params,
  'x-request-body': {
    required: true,
    description: 'The fields that were missing or wrong',
    content: json('LeadCorrections', {
      title: { summary: 'A field that was missing', value: { title: 'Leaking kitchen tap' } },
      emptied: { summary: 'A field that was wrong and is not needed', value: { email: null } },
    }),
  },
  'x-responses': responses(
    {
      201: {
        description: 'The lead is made',
        headers: headers(...callerHeaders, 'Location'),
        content: json('WorkItem', {
          rescued: { summary: 'A lead without an address', value: newLeadWithoutAddress },
        }),
      },
    },
    {
      400: 'InvalidLead',
      404: 'NotFound',
      409: 'RescuedAlready',
      413: 'BodyTooLarge',
      415: 'NotJson',
    },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;
