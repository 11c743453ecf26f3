import { AddressListQuery } from '#contract/list-query.ts';
import { exampleAddress } from '../docs/examples.ts';
import { changedRecord, ifMatch, mergePatch, operations, page, record } from '../docs/operation.ts';

export const docs = operations({
  listAddresses: {
    summary: 'List addresses',
    description: 'The brand’s addresses, newest first. Different filters combine with AND.',
    querystring: AddressListQuery,
    responses: page('addresses', 'AddressPage', ['A page with one address', exampleAddress]),
  },
  getAddress: {
    summary: 'Read one address',
    description: 'Returns the address with this id.',
    responses: record('The address', 'Address', { address: ['In Utrecht', exampleAddress] }),
  },
  updateAddress: {
    summary: 'Change an address',
    description:
      'Send only the fields to change (JSON Merge Patch). A change without coordinates geocodes the address ' +
      'again. Addresses have no write scope of their own: `customers:write` covers them.',
    headers: ifMatch,
    requestBody: mergePatch('AddressPatch', 'The fields to change', {
      number: ['Another house number', { streetNumber: '14' }],
      place: [
        'Exact coordinates',
        { latitude: 52.09083, longitude: 5.12222, locationNotes: 'Behind the gate' },
      ],
    }),
    responses: changedRecord('The changed address', 'Address', 'AddressReceipt', [
      'With another house number',
      { ...exampleAddress, streetNumber: '14' },
    ]),
  },
});
