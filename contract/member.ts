import { Type } from 'typebox';
import { Id } from './field-types.ts';

export const Member = Type.Object(
  {
    id: Id('Identifier of the member, as in `assigneeId` and `createdBy`'),
    name: Type.String({ description: 'Empty when the member gave none', examples: ['Piet'] }),
  },
  { $id: 'Member', description: 'A person who works for the brand' },
);
