import { type Static, Type } from 'typebox';
import { messagesMax } from './limits.ts';

export const ErrorBody = Type.Object(
  {
    statusCode: Type.Integer({ description: 'The HTTP status', examples: [400] }),
    message: Type.Unsafe<string | string[]>({
      type: ['string', 'array'],
      items: { type: 'string' },
      description: `What is wrong; for a refused field one entry each, which begins with its name. Of more than ${messagesMax} the first are told, then how many more there are ("and 7 more")`,
      examples: [['title is required: send a non-empty string']],
    }),
    error: Type.String({ description: 'The text of the HTTP status', examples: ['Bad Request'] }),
  },
  { $id: 'Error', description: 'The body of every error' },
);

export type ErrorBody = Static<typeof ErrorBody>;
