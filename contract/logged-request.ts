import { type Static, Type } from 'typebox';
import { Id, nullable, Timestamp } from './field-types.ts';
import { requestLogDays } from './limits.ts';

const requestFields = {
  id: Id('The X-Request-Id of the answer; a refused lead of a batch has an id of its own'),
  receivedAt: Timestamp('When the request came in'),
  keyId: nullable(Id('The API key it came with; null for a member of the brand')),
  memberId: nullable(Id('The member it came from; null for a program')),
  method: Type.String({ description: 'The HTTP method', examples: ['POST'] }),
  route: nullable(
    Type.String({
      description: 'The operation, as this reference writes its path; null where there is none',
      examples: ['/v1/api/leads'],
    }),
  ),
  path: Type.String({
    description:
      'The path that was asked for, without its query; for a refused lead of a batch with its place in there',
    examples: ['/v1/api/leads'],
  }),
  status: Type.Integer({ description: 'The HTTP status of the answer', examples: [400] }),
  durationMs: Type.Integer({ description: 'How long the answer took, in milliseconds' }),
  message: Type.Unsafe<string | string[] | null>({
    type: ['string', 'array', 'null'],
    items: { type: 'string' },
    description: 'The message of an error; null when all went well',
    examples: [['title is required: send a non-empty string']],
  }),
  hasBody: Type.Boolean({
    description: 'Whether the body was kept: it is for a lead that was refused',
  }),
  rescuedAs: nullable(Id('The work item that was made of it afterwards')),
};

export const ListedRequest = Type.Object(requestFields, {
  $id: 'ListedRequest',
  description: `A request of the last ${requestLogDays} days`,
});

export const LoggedRequest = Type.Object(
  {
    ...requestFields,
    body: nullable(
      Type.String({ description: 'The body as it was sent; null if it was not kept' }),
    ),
  },
  {
    $id: 'LoggedRequest',
    description: `A request of the last ${requestLogDays} days, with its body`,
  },
);

// Only what is corrected has to be sent; whether the lead is good then shows when both are put together.
export const LeadCorrections = Type.Unsafe<Record<string, unknown>>({
  $id: 'LeadCorrections',
  type: 'object',
  additionalProperties: true,
  description: 'Fields of a lead; null takes one away',
});

export type ListedRequest = Static<typeof ListedRequest>;
export type LoggedRequest = Static<typeof LoggedRequest>;
