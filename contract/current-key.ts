import { type Static, Type } from 'typebox';
import { Id, nullable, oneOf, Timestamp } from './field-types.ts';
import { scopes } from './scopes.ts';

export const CurrentKey = Type.Object(
  {
    id: Id('Identifier of the key; not the key itself'),
    brandId: Id('The brand it belongs to'),
    name: Type.String({ description: 'What the key is for', examples: ['Website form'] }),
    scopes: Type.Array(oneOf(scopes, 'A scope'), {
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
