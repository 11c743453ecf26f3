import { type Static, Type } from 'typebox';
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

export type ErrorBody = Static<typeof ErrorBody>;
