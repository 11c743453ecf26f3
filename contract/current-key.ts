import { type Static, Type } from 'typebox';
import { Scope } from './enums.ts';
import { Id, nullable, Timestamp } from './field-types.ts';

export const CurrentKey = Type.Object(
  {
    id: Id('Identifier of the key; not the key itself'),
    brandId: Id('The brand it belongs to; the test environment of a brand has an id of its own'),
    isTest: Type.Boolean({
      description:
        'Whether it is a test key, which sees and changes only the test environment of its brand',
    }),
    name: Type.String({ description: 'What the key is for', examples: ['Website form'] }),
    scopes: Type.Array(Scope, {
      description: 'What the key may do; `full` stands for everything',
      examples: [['leads:read', 'leads:write']],
    }),
    personalData: Type.Boolean({
      description:
        'Whether the key sees names, e-mail addresses, phone numbers, addresses and free text; otherwise these ' +
        'are empty in every response and event',
    }),
    createdAt: Timestamp('When the key was created'),
    expiresAt: nullable(Timestamp('When the key stops working; null for never')),
  },
  { $id: 'CurrentKey', description: 'The API key of the request' },
);

export type CurrentKey = Static<typeof CurrentKey>;
