import type { CurrentKey } from '#contract/current-key.ts';
import { headers, json } from './answer.ts';
import { callerHeaders } from './headers.ts';
import { type BodyAndAnswers, responses } from './operation.ts';

const websiteKey: CurrentKey = {
  id: '019a85c2-9d24-7f3b-8a57-2e8d3b4c5f6a',
  brandId: '019a85c2-1a0b-7c1d-8e2f-3a4b5c6d7e8f',
  name: 'Website form',
  scopes: ['leads:write'],
  personalData: true,
  createdAt: '2026-11-15T09:30:00.000Z',
  expiresAt: null,
};

export const getCurrentKeyDocs = {
  operationId: 'getCurrentKey',
  summary: 'Read the key you call with',
  description:
    'Says which brand the key belongs to, what it may do and when it ends: a way to try a key that changes nothing.',
  tags: ['Keys'],
  'x-responses': responses(
    {
      200: {
        description: 'The key, without its secret',
        headers: headers(...callerHeaders),
        content: json('CurrentKey', {
          website: { summary: 'The key of a form', value: websiteKey },
        }),
      },
    },
    { 400: 'InvalidAddress' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;
