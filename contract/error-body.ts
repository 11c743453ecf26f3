import { type Static, Type } from 'typebox';
import { type ErrorCode as Code, errorCodes } from './error-codes.ts';
import { messagesMax } from './limits.ts';

export const ErrorBody = Type.Object(
  {
    statusCode: Type.Integer({ description: 'The HTTP status', examples: [400] }),
    message: Type.Unsafe<string | string[]>({
      type: ['string', 'array'],
      items: { type: 'string' },
      description: `What is wrong; for a validation error, one entry per field, beginning with its name. After ${messagesMax} entries, the last one counts the rest ("and 7 more")`,
      examples: [['title is required: send a non-empty string']],
    }),
    error: Type.String({ description: 'The text of the HTTP status', examples: ['Bad Request'] }),
  },
  { $id: 'Error', description: 'The body of every error' },
);

export const ErrorCode = Type.Unsafe<Code>({
  $id: 'ErrorCode',
  type: 'string',
  enum: Object.keys(errorCodes),
  description:
    'The reason of an error. New values may be added: treat an unknown one by its status',
});

export type ErrorBody = Static<typeof ErrorBody>;
