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
    summary: 'List events',
    description: `
Everything that happened in the brand, oldest first. To follow the feed, store the \`id\` of the last event you
saw and send it as \`after\`. New events always come after those already visible, so you miss none and
read none twice. The response has only the event types that the key may read.
`.trim(),
    querystring: EventQuery,
    responses: json(
      200,
      'A page of events; the Link header points to the next page, if there is one yet',
      'EventPage',
      { page: ['A lead came in', { data: [createdEvent], limit: pageSizeDefault }] },
      'Link',
    ),
  },
  listWorkItemHistory: {
    summary: 'Read the history of a lead or job',
    description:
      'Every change, oldest first: the fields before and after, its author and its request.',
    querystring: HistoryQuery,
    responses: json(
      200,
      'A page of changes; the Link header points to the next page',
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
});
