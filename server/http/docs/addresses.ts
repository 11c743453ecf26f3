import { Type } from 'typebox';
import { Id } from '#contract/field-types.ts';
import { pageSizeDefault } from '#contract/limits.ts';
import { AddressListQuery } from '#contract/list-query.ts';
import { exampleAddress } from './examples.ts';
import { callerHeaders } from './headers.ts';
import { headers, json } from './answer.ts';
import { type BodyAndAnswers, notModified, responses } from './operation.ts';

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
        headers: headers(...callerHeaders, 'Link', 'ETag'),
        content: json('AddressPage', {
          page: {
            summary: 'A page with one address',
            value: { data: [exampleAddress], limit: pageSizeDefault },
          },
        }),
      },
      304: notModified,
    },
    { 400: 'InvalidQuery' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

const params = Type.Object({ id: Id('Identifier of the address') });

export const getAddressDocs = {
  operationId: 'getAddress',
  summary: 'Read one address',
  description: 'The address by its identifier.',
  tags: ['Addresses'],
  params,
  'x-responses': responses(
    {
      200: {
        description: 'The address',
        headers: headers(...callerHeaders, 'ETag'),
        content: json('Address', { address: { summary: 'In Utrecht', value: exampleAddress } }),
      },
      304: notModified,
    },
    { 400: 'InvalidAddress', 404: 'NotFound' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const patchAddressDocs = {
  operationId: 'updateAddress',
  summary: 'Change an address',
  description:
    'Send the fields to be changed, and no others (JSON Merge Patch). When a part of the address changes and ' +
    'no coordinates are sent, it is put on the map anew. Addresses have no scope of their own for changes: ' +
    'they go with the customers.',
  tags: ['Addresses'],
  params,
  headers: Type.Object({
    'If-Match': Type.Optional(
      Type.String({ description: 'The ETag of the version that is to be changed, and no other' }),
    ),
  }),
  'x-request-body': {
    required: true,
    description: 'The fields to be changed',
    content: json('AddressPatch', {
      number: { summary: 'Another house number', value: { streetNumber: '14' } },
      place: {
        summary: 'The exact place',
        value: { latitude: 52.09083, longitude: 5.12222, locationNotes: 'Behind the gate' },
      },
    }),
  },
  'x-responses': responses(
    {
      200: {
        description: 'The address as it is now; a key that may not read gets its id',
        headers: headers(...callerHeaders, 'ETag'),
        content: json('Address', {
          changed: {
            summary: 'With another house number',
            value: { ...exampleAddress, streetNumber: '14' },
          },
        }),
      },
    },
    {
      400: 'InvalidBody',
      404: 'NotFound',
      412: 'ChangedMeanwhile',
      413: 'BodyTooLarge',
      415: 'NotJson',
    },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;
