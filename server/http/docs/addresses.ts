import { pageSizeDefault } from '#contract/limits.ts';
import { AddressListQuery } from '#contract/list-query.ts';
import { exampleAddress } from './examples.ts';
import { callerHeaders } from './headers.ts';
import { headers, json } from './answer.ts';
import { type BodyAndAnswers, responses } from './operation.ts';

export const listAddressesDocs = {
  operationId: 'listAddresses',
  summary: 'List addresses',
  description: 'The brand’s addresses, the newest first. Several filters narrow each other down.',
  tags: ['Addresses'],
  querystring: AddressListQuery,
  'x-responses': responses(
    {
      200: {
        description: 'A page of addresses; the Link header leads to the next one',
        headers: headers(...callerHeaders, 'Link'),
        content: json('AddressPage', {
          page: {
            summary: 'A page with one address',
            value: { data: [exampleAddress], limit: pageSizeDefault },
          },
        }),
      },
    },
    { 400: 'InvalidQuery' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;
