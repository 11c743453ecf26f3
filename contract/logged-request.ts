import { type Static, Type } from 'typebox';
import { ErrorCode } from './error-body.ts';
import { Id, nullable, Timestamp } from './field-types.ts';
import { requestLogDays } from './limits.ts';

const requestFields = {
  id: Id('The X-Request-Id of the response; a refused lead of a batch has its own id'),
  receivedAt: Timestamp('When the request was received'),
  keyId: nullable(Id('The API key; null for a member of the brand')),
  memberId: nullable(Id('The member; null for an API key')),
  method: Type.String({ description: 'The HTTP method', examples: ['POST'] }),
  route: nullable(
    Type.String({
      description: 'The path of the operation in this reference; null for an unknown path',
      examples: ['/v1/api/leads'],
    }),
  ),
  path: Type.String({
    description:
      'The requested path without the query; for a refused lead of a batch, followed by its index',
    examples: ['/v1/api/leads'],
  }),
  status: Type.Integer({ description: 'The HTTP status of the response', examples: [400] }),
  durationMs: Type.Integer({ description: 'Duration in milliseconds' }),
  message: Type.Unsafe<string | string[] | null>({
    type: ['string', 'array', 'null'],
    items: { type: 'string' },
    description: 'The error message; null on success',
    examples: [['title is required: send a non-empty string']],
  }),
  errorCode: Type.Unsafe<Static<typeof ErrorCode> | null>({
    anyOf: [ErrorCode, { type: 'null' }],
    description: 'The Error-Code header; null on success',
  }),
  errorDetails: nullable(
    Type.String({
      description: 'The Error-Details header; null without one',
      examples: ['"title";rule=required'],
    }),
  ),
  hasBody: Type.Boolean({
    description: 'Whether the body is stored, as it is for a refused lead',
  }),
  rescuedAs: nullable(Id('The work item that was created from it later')),
};

export const ListedRequest = Type.Object(requestFields, {
  $id: 'ListedRequest',
  description: `A request of the last ${requestLogDays} days`,
});

export const LoggedRequest = Type.Object(
  {
    ...requestFields,
    body: nullable(
      Type.String({ description: 'The body as it was sent; null if it is not stored' }),
    ),
  },
  {
    $id: 'LoggedRequest',
    description: `A request of the last ${requestLogDays} days, with its body`,
  },
);

// A merge patch: the lead is validated after the corrections are applied.
export const LeadCorrections = Type.Unsafe<Record<string, unknown>>({
  $id: 'LeadCorrections',
  type: 'object',
  additionalProperties: true,
  description: 'Fields of a lead; null removes a field',
});

export type ListedRequest = Static<typeof ListedRequest>;
export type LoggedRequest = Static<typeof LoggedRequest>;
