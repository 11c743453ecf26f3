import type { CurrentKey } from '#contract/current-key.ts';
import { operations } from '../docs/operation.ts';
import { json } from '../docs/response.ts';

const websiteKey: CurrentKey = {
  id: '019a85c2-9d24-7f3b-8a57-2e8d3b4c5f6a',
  brandId: '019a85c2-1a0b-7c1d-8e2f-3a4b5c6d7e8f',
  isTest: false,
  name: 'Website form',
  scopes: ['leads:write'],
  personalData: true,
  createdAt: '2026-11-15T09:30:00.000Z',
  expiresAt: null,
};

export const docs = operations({
  getCurrentKey: {
    summary: 'Read the current key',
    description: 'Returns the brand, scopes and expiry of the key: a safe way to test a key.',
    responses: json(200, 'The key, without its secret', 'CurrentKey', {
      website: ['The key of a website form', websiteKey],
    }),
  },
});
