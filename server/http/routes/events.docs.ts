import { EventQuery, HistoryQuery } from '#contract/event-query.ts';
import { pageSizeDefault } from '#contract/limits.ts';
import { createdEvent } from '../docs/examples.ts';
import { operations } from '../docs/operation.ts';
import { json } from '../docs/response.ts';

const { data: _record, ...createdEntry } = createdEvent;
const calledBackEntry = {
  ...createdEntry,
  id: '1057',
  type: 'lead.status_changed',
  changes: { status: { before: 'request', after: 'contacted' } },
};

export const docs = operations({
  listEvents: {
    summary: 'Read what happened',
    description: `
Everything that happened in the brand, the oldest first. To follow it, keep the \`id\` of the last event you
have seen and ask for what comes \`after\` it: an event is never put before one that could be read already, so
none is missed and none comes twice. The answer has events of the types that the key may read.
`.trim(),
    querystring: EventQuery,
    responses: {
      200: json(
        'Events; the Link header leads to those that follow, when there are some already',
        'EventPage',
        { page: ['A lead came in', { data: [createdEvent], limit: pageSizeDefault }] },
        'Link',
      ),
    },
  },
  listWorkItemHistory: {
    summary: 'Read the history of a lead or job',
    description:
      'Every change, the oldest first: the fields before and after, who made it, and with which request.',
    querystring: HistoryQuery,
    responses: {
      200: json(
        'The changes; the Link header leads to those that follow',
        'HistoryPage',
        {
          page: [
            'A lead that came in and was called back',
            { data: [createdEntry, calledBackEntry], limit: pageSizeDefault },
          ],
        },
        'Link',
      ),
    },
  },
});
