import { type Static, Type } from 'typebox';

export const ErrorBody = Type.Object(
  {
    statusCode: Type.Integer({ description: 'The HTTP status', examples: [400] }),
    message: Type.Unsafe<string | string[]>({
      type: ['string', 'array'],
      items: { type: 'string' },
      description: 'What is wrong; for a refused field one entry each, which begins with its name',
      examples: [['title is required: send a non-empty string']],
    }),
    error: Type.String({ description: 'The text of the HTTP status', examples: ['Bad Request'] }),
  },
  { $id: 'Error', description: 'The body of every error' },
);

export type ErrorBody = Static<typeof ErrorBody>;
