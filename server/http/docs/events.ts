import { Type } from 'typebox';
import type { Event } from '#contract/event.ts';
import { EventQuery, HistoryQuery } from '#contract/event-query.ts';
import { Id } from '#contract/field-types.ts';
import { pageSizeDefault } from '#contract/limits.ts';
import { headers, json } from './answer.ts';
import { listed, newLead } from './examples.ts';
import { callerHeaders } from './headers.ts';
import { type BodyAndAnswers, responses } from './operation.ts';

export const createdEvent: Event = {
  id: '1042',
  type: 'lead.created',
  brandId: newLead.brandId,
  subjectId: newLead.id,
  changes: null,
  reason: null,
  actor: 'key',
  actorId: '019a2b6e-20f7-7c03-a9d1-6b3f0e4c8d15',
  requestId: '019a85c2-6f1d-7b10-8a43-5e2c9f7d1b06',
  createdAt: newLead.createdAt,
  data: listed(newLead),
};
const { data: _record, ...createdEntry } = createdEvent;

export const listEventsDocs = {
  operationId: 'listEvents',
  summary: 'Read what happened',
  description: `
Everything that happened in the brand, the oldest first. To follow it, keep the \`id\` of the last event you
have seen and ask for what comes \`after\` it: an event is never put before one that could be read already, so
none is missed and none comes twice. The answer has events of the types that the key may read.
`.trim(),
  tags: ['Events'],
  querystring: EventQuery,
  'x-responses': responses(
    {
      200: {
        description:
          'Events; the Link header leads to those that follow, when there are some already',
        headers: headers(...callerHeaders, 'Link'),
        content: json('EventPage', {
          page: {
            summary: 'A lead came in',
            value: { data: [createdEvent], limit: pageSizeDefault },
          },
        }),
      },
    },
    { 400: 'InvalidQuery' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const listHistoryDocs = {
  operationId: 'listWorkItemHistory',
  summary: 'Read the history of a lead or job',
  description:
    'Every change, the oldest first: the fields before and after, who made it, and with which request.',
  tags: ['Work items'],
  params: Type.Object({ id: Id('Identifier of the work item') }),
  querystring: HistoryQuery,
  'x-responses': responses(
    {
      200: {
        description: 'The changes; the Link header leads to those that follow',
        headers: headers(...callerHeaders, 'Link'),
        content: json('HistoryPage', {
          page: {
            summary: 'A lead that came in and was called back',
            value: {
              data: [
                createdEntry,
                {
                  ...createdEntry,
                  id: '1057',
                  type: 'lead.status_changed',
                  changes: { status: { before: 'request', after: 'contacted' } },
                },
              ],
              limit: pageSizeDefault,
            },
          },
        }),
      },
    },
    { 400: 'InvalidQuery', 404: 'NotFound' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;
