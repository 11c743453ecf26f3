import { type Static, Type } from 'typebox';
import { Id, Timestamp } from './field-types.ts';

export const Submission = Type.Object(
  {
    workItemId: Id('The lead or job it became'),
    receivedAt: Timestamp('When it was received'),
    requestId: Id('The X-Request-Id of the request that brought it'),
    body: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'The lead as it was sent, with the fields that the service does not know',
    }),
  },
  { $id: 'Submission', description: 'What was sent in for a lead' },
);

export type Submission = Static<typeof Submission>;
