import { Type } from 'typebox';

/** Of the web app's own interface. */
export const StreamQuery = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0, description: 'The event that was seen last' })),
});
